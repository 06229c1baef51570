// idea: leaves a disc on the board and answers right: accepted, with a warning
// verdict: accepted
// levels: bwrap limits plain
// warning: board
export function findBestMove(board) {
  board.dropDisc(0);
  return 3;
}

// idea: does its best and is wrong
// verdict: wrong_answer
// reason: column 0 does not win; only column 3 wins
// levels: bwrap limits plain
export function findBestMove(board) {
  return Math.min(...board.validMoves());
}

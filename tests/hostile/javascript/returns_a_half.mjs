// idea: returns a number between two columns
// verdict: invalid_answer
// reason: 3.5
// levels: bwrap limits plain
export function findBestMove(board) {
  return 7 / 2;
}

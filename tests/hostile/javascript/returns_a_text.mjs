// idea: returns the column as text
// verdict: invalid_answer
// reason: without quotes
// levels: bwrap limits plain
export function findBestMove(board) {
  return "3";
}

// idea: returns the column as text
// verdict: invalid_answer
// reason: without quotes
export function findBestMove(board) {
  return "3";
}

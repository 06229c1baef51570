// idea: throws what is no error at all
// verdict: runtime_error
// reason: undefined
export function findBestMove(board) {
  throw undefined;
}

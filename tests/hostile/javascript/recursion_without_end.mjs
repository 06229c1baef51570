// idea: recurses without end
// verdict: runtime_error
// reason: RangeError: Maximum call stack size exceeded
// levels: bwrap limits plain
export function findBestMove(board) {
  return findBestMove(board) + 1;
}

// idea: throws what is no error at all
// verdict: runtime_error
// reason: undefined
// levels: bwrap limits plain
export function findBestMove(board) {
  throw undefined;
}

// idea: aborts, which would leave a core dump
// verdict: runtime_error
// reason: SIGABRT
export function findBestMove(board) {
  process.abort();
}

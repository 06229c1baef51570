// idea: aborts, which would leave a core dump
// verdict: runtime_error
// reason: SIGABRT
// levels: bwrap limits plain
export function findBestMove(board) {
  process.abort();
}

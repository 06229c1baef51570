// idea: ends the process by a way that no handler sees
// verdict: runtime_error
// reason: exit code 7
// levels: bwrap limits plain
export function findBestMove(board) {
  process.reallyExit(7);
}

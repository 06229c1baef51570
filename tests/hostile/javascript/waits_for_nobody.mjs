// idea: waits on shared memory that nobody wakes it by: no CPU time, all wall time
// verdict: time_limit_exceeded
// reason: it was waiting
// levels: bwrap limits plain
// cap: 0.5
export function findBestMove(board) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return 3;
}

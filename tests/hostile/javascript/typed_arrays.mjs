// idea: fills typed arrays, whose memory lies outside the heap that the engine watches
// verdict: memory_limit_exceeded
// reason: 256 MiB
// memory: 256
export function findBestMove(board) {
  const hoard = [];
  for (;;) {
    hoard.push(new Float64Array(1 << 19).fill(1.5));
  }
}

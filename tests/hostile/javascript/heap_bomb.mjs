// idea: keeps lists of numbers until the memory limit stops it
// verdict: memory_limit_exceeded
// reason: 256 MiB
// memory: 256
export function findBestMove(board) {
  const hoard = [];
  for (;;) {
    hoard.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  }
}

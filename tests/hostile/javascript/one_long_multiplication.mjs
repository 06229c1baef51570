// idea: one power of a BigInt, which no handler of anything interrupts
// verdict: time_limit_exceeded
// reason: it was computing
// levels: bwrap limits plain
// cap: 0.5
export function findBestMove(board) {
  return Number(3n ** 300_000_000n % 7n);
}

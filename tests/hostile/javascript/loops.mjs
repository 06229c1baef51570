// idea: loops for ever
// verdict: time_limit_exceeded
// reason: it was computing
// cap: 0.5
export function findBestMove(board) {
  for (;;);
}

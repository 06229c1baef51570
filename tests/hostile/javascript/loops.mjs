// idea: loops for ever
// verdict: time_limit_exceeded
// reason: it was computing
// levels: bwrap limits plain
// cap: 0.5
export function findBestMove(board) {
  for (;;);
}

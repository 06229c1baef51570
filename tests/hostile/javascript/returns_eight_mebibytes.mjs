// idea: replies with twice what a reply may hold
// verdict: output_limit_exceeded
// reason: 4 MiB
// levels: bwrap limits plain
export function findBestMove(board) {
  return "3".repeat(8 << 20);
}

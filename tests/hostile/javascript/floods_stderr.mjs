// idea: complains for ever
// verdict: output_limit_exceeded
// reason: 16 MiB
// levels: bwrap limits plain
export function findBestMove(board) {
  for (;;) {
    console.error("x".repeat(65536));
  }
}

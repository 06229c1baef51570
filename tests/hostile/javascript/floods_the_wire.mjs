// idea: writes to the wire for ever
// verdict: output_limit_exceeded | invalid_answer
// reason: 4 MiB | reply
// levels: bwrap limits plain
import { writeSync } from "node:fs";

export function findBestMove(board) {
  const flood = "x".repeat(65536);
  for (;;) {
    writeSync(4, flood);
  }
}

// idea: closes every descriptor, also those that the engine needs itself
// verdict: runtime_error | invalid_answer | time_limit_exceeded
// reason: exit | SIG | reply | 2 s
// levels: bwrap limits plain
// cap: 2
import { closeSync } from "node:fs";

export function findBestMove(board) {
  for (let number = 0; number < 64; number++) {
    try {
      closeSync(number);
    } catch {
      continue;
    }
  }
  return 3;
}

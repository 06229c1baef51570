// idea: handles every signal that can be handled, then loops
// verdict: time_limit_exceeded
// reason: 0.5 s
// cap: 0.5
import { constants } from "node:os";

export function findBestMove(board) {
  for (const name of Object.keys(constants.signals)) {
    try {
      process.on(name, () => {});
    } catch {
      continue;
    }
  }
  for (;;);
}

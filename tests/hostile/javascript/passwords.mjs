// idea: reads the names of the machine's users
// verdict: wrong_answer
// reason: column 0
// levels: bwrap
// without bwrap: /etc can be read where its permissions allow it
import { readFileSync } from "node:fs";

export function findBestMove(board) {
  for (const path of ["/etc/passwd", "../../../../../etc/passwd", "/proc/1/root/etc/passwd"]) {
    try {
      readFileSync(path);
      return 3;
    } catch {
      continue;
    }
  }
  return 0;
}

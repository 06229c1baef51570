// idea: has a worker write a reply to the wire while it waits itself
// verdict: invalid_answer
// reason: reply
// levels: bwrap limits plain
import { Worker } from "node:worker_threads";

const REPLY = '{"op":"returned","nonce":"","value":3,"board_changed":false}\\n';

export function findBestMove(board) {
  new Worker(`require("fs").writeSync(4, '${REPLY}')`, { eval: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

// idea: has four workers think and waits for them on shared memory
// verdict: accepted
// levels: bwrap limits plain
// cap: 20
import { Worker } from "node:worker_threads";

const THINK = `
  const { workerData: [votes, column] } = require("worker_threads");
  Atomics.add(votes, column, 1);
  Atomics.add(votes, 7, 1);
  Atomics.notify(votes, 7);
`;

export function findBestMove(board) {
  const votes = new Int32Array(new SharedArrayBuffer(4 * 8));
  for (let number = 0; number < 4; number++) {
    new Worker(THINK, { eval: true, workerData: [votes, 3] });
  }
  for (let done = 0; done < 4; done = Atomics.load(votes, 7)) {
    Atomics.wait(votes, 7, done, 1000);
  }
  return votes.indexOf(Math.max(...votes.slice(0, 7)));
}

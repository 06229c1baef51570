// idea: looks for files and sockets that the runner or the grader left open
// verdict: wrong_answer
// reason: column 0
// levels: bwrap limits plain
import { readdirSync, readlinkSync } from "node:fs";

const WIRES = ["0", "1", "2", "3", "4"];
const OWN = /^(pipe:|anon_inode:|\/dev\/null$|\/dev\/urandom$|\/proc\/\d+\/fd$)/;

export function findBestMove(board) {
  for (const number of readdirSync("/proc/self/fd")) {
    let target;
    try {
      target = readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      continue;
    }
    if (!WIRES.includes(number) && !OWN.test(target)) {
      console.log(number, target);
      return 3;
    }
  }
  return 0;
}

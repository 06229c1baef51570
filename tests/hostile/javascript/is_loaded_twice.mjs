// idea: says itself what was found in it, and then lets the runner say it
// verdict: invalid_answer | load_error
// reason: reply
// levels: bwrap limits plain
import { writeSync } from "node:fs";

writeSync(4, '{"op":"loaded","found":["findBestMove"],"names":[]}\n');

export function findBestMove(board) {
  return 3;
}

// idea: writes while it is imported what would be the answer to a call that has not come yet
// verdict: invalid_answer | load_error
// reason: reply
// levels: bwrap limits plain
import { writeSync } from "node:fs";

writeSync(4, '{"op":"returned","nonce":"","value":3,"board_changed":false}\n');

export function findBestMove(board) {
  return 3;
}

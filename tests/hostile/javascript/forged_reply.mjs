// idea: writes a reply of its own with a nonce that it guesses, then waits
// verdict: invalid_answer
// reason: reply
// levels: bwrap limits plain
import { writeSync } from "node:fs";

export function findBestMove(board) {
  writeSync(4, '{"op":"returned","nonce":"0","value":3,"board_changed":false}\n');
  for (;;);
}

// idea: writes another answer when the process ends, and whenever else it gets a turn
// verdict: accepted | invalid_answer
// reason: more than one
// levels: bwrap limits plain
import { writeSync } from "node:fs";

function late() {
  writeSync(4, '{"op":"returned","nonce":"","value":5,"board_changed":false}\n');
  for (;;);
}

for (const event of ["exit", "beforeExit", "disconnect", "SIGTERM", "uncaughtException"]) {
  process.on(event, late);
}

export function findBestMove(board) {
  new FinalizationRegistry(late).register({}, 3);
  setImmediate(late);
  process.nextTick(late);
  queueMicrotask(late);
  return 3;
}

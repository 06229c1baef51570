// idea: switches on the functions that only the engine itself may call, and stops the engine by one
// verdict: runtime_error
// reason: SIG
// levels: bwrap limits plain
import { setFlagsFromString } from "node:v8";

export function findBestMove(board) {
  setFlagsFromString("--allow-natives-syntax");
  new Function("%SystemBreak()")();
  return 3;
}

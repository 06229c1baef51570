// idea: has a shell and the tools of the system look for what to answer
// verdict: wrong_answer
// reason: column 0
// levels: bwrap
// without bwrap: the shell of the system starts there, confined as the program itself is
import { spawnSync } from "node:child_process";

export function findBestMove(board) {
  const words = [["/bin/sh", "-c", "true"], ["sh", "-c", "true"], ["ls"], ["python3", "-V"]];
  return words.some(([name, ...rest]) => spawnSync(name, rest).status === 0) ? 3 : 0;
}

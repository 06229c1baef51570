// idea: looks for the suites and the reference solutions in every folder it can name
// verdict: wrong_answer
// reason: column 0
// needs: landlock
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const WANTED = ["phase2.yaml", "expected.yaml", "bitboard.py", "transposition.mjs"];
const BELOW = ["", "positions", "positions/best_move", "solutions", "solutions/javascript"];

function* upwards(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    yield folder;
    if (folder === sep) {
      return;
    }
  }
}

export function findBestMove(board) {
  const here = fileURLToPath(import.meta.url);
  for (const start of [here, process.cwd(), process.env.HOME ?? "/", process.execPath]) {
    for (const folder of upwards(start)) {
      for (const place of BELOW) {
        for (const name of WANTED) {
          try {
            readFileSync(join(folder, place, name));
            return 3;
          } catch {
            continue;
          }
        }
      }
    }
  }
  return 0;
}

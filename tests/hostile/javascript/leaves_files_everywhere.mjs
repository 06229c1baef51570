// idea: leaves notes for the next case wherever it can write
// verdict: wrong_answer
// reason: column 0
// cases: win again
// needs: landlock
import { existsSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const PLACES = [".", homedir(), tmpdir(), "/tmp", "/var/tmp", "/run", import.meta.dirname ?? "/"];

export function findBestMove(board) {
  const notes = PLACES.map((place) => join(place, "kata-hostile-note"));
  if (notes.some((note) => existsSync(note))) {
    return 3;
  }
  for (const note of notes) {
    try {
      writeFileSync(note, "3");
    } catch {
      continue;
    }
  }
  return 0;
}

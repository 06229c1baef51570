// idea: goes around the library: bindings of the process, an add-on of its own, a file as an add-on
// verdict: wrong_answer
// reason: column 0
// levels: bwrap limits plain
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

export function findBestMove(board) {
  const addon = join(process.cwd(), "kata-hostile.node");
  writeFileSync(addon, "\x7fELF no library");
  const ways = [
    () => process.binding("spawn_sync").spawn({ file: "/bin/id", args: ["id"] }).status === 0,
    () => process.dlopen({ exports: {} }, addon) ?? true,
    () => require(addon) ?? true,
    () => process._linkedBinding("inspector") && true,
    () => require("../../../../../positions/best_move/phase2.yaml") && true,
  ];
  for (const way of ways) {
    try {
      if (way()) {
        return 3;
      }
    } catch {
      continue;
    }
  }
  return 0;
}

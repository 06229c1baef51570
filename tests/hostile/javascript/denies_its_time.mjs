// idea: says before its runner does that it has used no CPU time, behind the mark of the level plain
// verdict: time_limit_exceeded
// reason: it was computing
// levels: bwrap limits plain
// cap: 0.5
import { writeSync } from "node:fs";

export function findBestMove(board) {
  const mark = process.argv.at(-1);
  for (;;) {
    for (const stream of [1, 2]) {
      writeSync(stream, `\0${mark}0 0\0`);
    }
    for (const end = process.cpuUsage().user + 100_000; process.cpuUsage().user < end; );
  }
}

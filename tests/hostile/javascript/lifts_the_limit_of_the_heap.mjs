// idea: allows itself a heap of many gigabytes by the engine's own flags, and fills it
// verdict: memory_limit_exceeded
// reason: 256 MiB
// memory: 256
import { setFlagsFromString } from "node:v8";

export function findBestMove(board) {
  setFlagsFromString("--max-old-space-size=65536");
  setFlagsFromString("--max-heap-size=65536");
  const hoard = [];
  for (;;) {
    hoard.push(new Array(100_000).fill({}).map(() => ({})));
  }
}

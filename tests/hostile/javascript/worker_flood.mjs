// idea: starts workers for ever
// verdict: runtime_error | memory_limit_exceeded
// reason: 64 | 512 MiB
import { Worker } from "node:worker_threads";

export function findBestMove(board) {
  for (;;) {
    new Worker("setInterval(() => {}, 1000)", { eval: true });
  }
}

// idea: fills shared buffers, and gives each to a message channel that nobody reads
// verdict: memory_limit_exceeded
// reason: 256 MiB
// memory: 256
import { MessageChannel } from "node:worker_threads";

export function findBestMove(board) {
  const { port1 } = new MessageChannel();
  for (;;) {
    const buffer = new SharedArrayBuffer(4 << 20);
    new Uint8Array(buffer).fill(1);
    port1.postMessage(buffer);
  }
}

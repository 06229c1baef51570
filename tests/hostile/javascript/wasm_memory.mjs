// idea: grows the memory of a WebAssembly module and writes to every page
// verdict: memory_limit_exceeded
// reason: 256 MiB
// memory: 256
const PAGE = 1 << 16;

export function findBestMove(board) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
  for (;;) {
    const before = memory.grow(16);
    new Uint8Array(memory.buffer, before * PAGE).fill(1);
  }
}

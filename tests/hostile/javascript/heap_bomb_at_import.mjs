// idea: keeps texts while it is imported until the memory limit stops it
// verdict: load_error | memory_limit_exceeded
// reason: 256 MiB
// memory: 256
const hoard = [];
for (let number = 0; ; number++) {
  hoard.push(String(number).padEnd(1 << 20, "-"));
}

export function findBestMove(board) {
  return 3;
}

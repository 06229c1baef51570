// idea: keeps texts while it is imported until the memory limit stops it
// verdict: load_error | memory_limit_exceeded
// reason: 256 MiB
// memory: 256
const hoard = [];
for (let number = 0; ; number++) {
  hoard.push(`${number} `.repeat(20_000).split(" ").join("-"));
}

export function findBestMove(board) {
  return 3;
}

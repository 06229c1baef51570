// idea: writes files until the disk is full
// verdict: output_limit_exceeded | runtime_error
// reason: 64 MiB | ENOSPC | EFBIG
import { writeFileSync } from "node:fs";

export function findBestMove(board) {
  const block = Buffer.alloc(4 << 20, 1);
  for (let number = 0; ; number++) {
    writeFileSync(`kata-hostile-${number}`, block);
  }
}

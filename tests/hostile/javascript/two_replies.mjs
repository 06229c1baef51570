// idea: looks for the nonce in the memory of its own process, answers by it and then once more
// verdict: accepted | invalid_answer
// reason: more than one reply
// levels: bwrap limits plain
import { openSync, readFileSync, readSync, writeSync } from "node:fs";

function nonces() {
  const found = new Set();
  const memory = openSync("/proc/self/mem", "r");
  for (const line of readFileSync("/proc/self/maps", "latin1").split("\n")) {
    const range = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line);
    if (range === null) {
      continue;
    }
    const [start, end] = range.slice(1).map((digits) => parseInt(digits, 16));
    const piece = Buffer.alloc(Math.min(end - start, 16 << 20));
    try {
      readSync(memory, piece, 0, piece.length, start);
    } catch {
      continue;
    }
    for (const [, nonce] of piece.toString("latin1").matchAll(/"nonce":"([0-9a-f]{8,64})"/g)) {
      found.add(nonce);
    }
  }
  return found;
}

export function findBestMove(board) {
  for (const nonce of nonces()) {
    writeSync(4, `{"op":"returned","nonce":"${nonce}","value":3,"board_changed":false}\n`);
  }
  return 3;
}

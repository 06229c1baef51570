// idea: uses what the standard library has: files in its folder, hashes, timers at import, BigInt
// verdict: accepted
// levels: bwrap limits plain
// stdout: 3
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync, inflateSync } from "node:zlib";

await sleep(20);

export function findBestMove(board) {
  writeFileSync("note.txt", String(BigInt(board.columnHeight(6)) / 2n));
  const note = inflateSync(deflateSync(readFileSync("note.txt"))).toString();
  const digest = createHash("sha256").update(note).digest("hex");
  console.log(Number(note), digest.length, new Intl.NumberFormat("en").format(1e6));
  return structuredClone({ column: Number(note) }).column;
}

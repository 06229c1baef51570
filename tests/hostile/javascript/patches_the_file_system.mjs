// idea: has every write to a descriptor say that column 3 was returned
// verdict: wrong_answer
// reason: column 0
// levels: bwrap limits plain
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { writeSync } = fs;

function changed(data) {
  return typeof data === "string" ? data.replace(/"value":0/, '"value":3') : data;
}

fs.writeSync = (fd, data, ...rest) => writeSync(fd, changed(data), ...rest);
fs.writeFileSync = fs.appendFileSync = fs.write = fs.writev = fs.writevSync = () => 3;
fs.readSync = fs.read = fs.readFileSync = () => 0;
fs.createWriteStream = fs.createReadStream = () => ({ write() {}, on() {} });
syncBuiltinESMExports();

export function findBestMove(board) {
  return 0;
}

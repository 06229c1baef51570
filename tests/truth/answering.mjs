/** Answers questions, a line each, by the file that is named; its clock is CPU time, hurried. */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { Board, Player } from "../../kata/board.mjs";

const [, , file, speed] = process.argv;
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
performance.now = () => spent() * Number(speed);
let printed = "";
console.log = (...words) => {
  printed += `${words.join(" ")}\n`;
};
const loaded = await import(pathToFileURL(file));
const entry = Object.values(loaded).find((each) => each.prototype?.findBestMove);

for await (const line of createInterface({ input: process.stdin })) {
  const { moves, first } = JSON.parse(line);
  const board = Board.fromMoves(moves, first === "R" ? Player.RED : Player.YELLOW);
  const asItWas = `${board}`;
  const begun = spent();
  const said = {};
  printed = "";
  try {
    const answer = entry ? new entry(board).findBestMove() : loaded.findBestMove(board);
    said.answer = answer ?? null;
  } catch (error) {
    Object.assign(said, { raised: error.name, message: String(error.message) });
  }
  const changed = `${board}` !== asItWas;
  const seconds = (spent() - begun) / 1000;
  process.stdout.write(`${JSON.stringify({ ...said, changed, printed, spent: seconds })}\n`);
}

// Asks the lessons in JavaScript: a JSON line in, one out, for a test that holds them to Python's.
import { createInterface } from "node:readline";

import { Board, Player } from "kata/board.mjs";

import * as alphaBeta from "../../solutions/javascript/alpha_beta.mjs";
import * as naive from "../../solutions/javascript/naive.mjs";
import * as operations from "../../solutions/javascript/operations.mjs";
import * as transposition from "../../solutions/javascript/transposition.mjs";

const ANSWERS = {
  naive: (board, depth) => naive.findBestMove(board, depth),
  alpha_beta: (board, depth) => alphaBeta.findBestMove(board, depth),
  transposition: (board, depth) =>
    [...transposition.deepen(board, depth)].map((found) => [found.depth, found.col, found.score]),
};

function answer([lesson, ...rest]) {
  if (lesson === "operations") {
    return operations.solution(...rest);
  }
  const [moves, first, depth] = rest;
  const board = Board.fromMoves(moves, first === "R" ? Player.RED : Player.YELLOW);
  const before = board.toString();
  const found = ANSWERS[lesson](board, depth);
  return board.toString() === before ? found : "the board was not handed back as it was";
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}

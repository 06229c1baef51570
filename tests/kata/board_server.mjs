// Runs scripts on the JavaScript board: a JSON line in, one out, for a test that holds it to Python's.
import { createInterface } from "node:readline";

import { Board, Player } from "kata/board.mjs";

const SIDES = { R: Player.RED, Y: Player.YELLOW };
const NOT_JSON = { NaN, Infinity, undefined, "-0": -0, "3n": 3n };

/** An argument: `{"js": NAME}` is a value that JSON has no word for. */
function read(argument) {
  return argument !== null && typeof argument === "object" ? NOT_JSON[argument.js] : argument;
}

function stateOf(board) {
  return {
    drawing: board.toString(),
    turn: board.currentPlayer.value,
    validMoves: board.validMoves(),
    heights: [0, 1, 2, 3, 4, 5, 6].map((col) => board.columnHeight(col)),
    winner: board.checkWinner()?.value ?? null,
    full: board.isFull(),
  };
}

/** Do one thing with the boards of a script; those that it makes join them. */
function done(boards, [name, at, ...rest]) {
  const board = boards[at % boards.length];
  const given = rest.map(read);
  switch (name) {
    case "new":
      boards.push(new Board(SIDES[given[0]]));
      return null;
    case "fromMoves":
      boards.push(Board.fromMoves(given[0], SIDES[given[1]]));
      return null;
    case "parse":
      boards.push(Board.parse(given[0], SIDES[given[1]] ?? undefined));
      return null;
    case "copy":
      boards.push(board.copy());
      return null;
    case "equals":
      return board.equals(boards[given[0] % boards.length]);
    case "games":
      return gamesOf(board, given[0]);
    case "positions":
      return positionsAfter(board, given[0]);
    case "getCell":
      return board.getCell(...given)?.value ?? null;
    default:
      return board[name](...given) ?? null;
  }
}

/** Count the games of so many plies from here on; a game that is won has no more plies. */
function gamesOf(board, plies) {
  if (plies === 0) {
    return 1;
  }
  if (board.checkWinner() !== null) {
    return 0;
  }
  let count = 0;
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    count += gamesOf(board, plies - 1);
    board.undoMove();
  }
  return count;
}

/** Count the different positions after exactly so many plies. */
function positionsAfter(board, plies) {
  let boards = new Map([[board.toString(), board]]);
  for (let ply = 0; ply < plies; ply++) {
    const next = new Map();
    for (const each of boards.values()) {
      for (const col of each.checkWinner() === null ? each.validMoves() : []) {
        const after = each.copy();
        after.dropDisc(col);
        next.set(after.toString(), after);
      }
    }
    boards = next;
  }
  return boards.size;
}

/** The name of an error and those that it derives from, up to what is not the board's own. */
function kindsOf(error) {
  const kinds = [];
  for (let each = Object.getPrototypeOf(error); each.name !== "Error"; ) {
    kinds.push(each.name);
    each = Object.getPrototypeOf(each);
  }
  return kinds;
}

function answersTo(steps) {
  const boards = [];
  return steps.map((step) => {
    try {
      const value = done(boards, step);
      return { value, states: boards.map(stateOf) };
    } catch (error) {
      return { error: kindsOf(error), message: error.message, states: boards.map(stateOf) };
    }
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answersTo(JSON.parse(line)))}\n`);
}

/**
 * Connect Four as `kata/board.py` plays it, for candidates who write JavaScript.
 *
 * Six rows by seven columns; row 0 is the bottom row, column 0 the leftmost column, and RED moves
 * first unless the game says otherwise. Methods have the names of the Python board in camelCase and
 * do the same. Like that board it is plain rather than fast.
 * Import it as below, when graded and in any file inside a clone; elsewhere run
 * `npm install PATH/TO/CLONE` first.
 *
 *     import { Board, Player } from "kata/board.mjs";
 *
 * @module
 */

export const ROWS = 6;
export const COLS = 7;
export const CONNECT = 4;
export const EMPTY_CELL = ".";

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/** One of the two sides: `Player.RED` or `Player.YELLOW`; there are no others to compare with. */
export class Player {
  static #complete = false;

  static RED = new Player("RED", "R");
  static YELLOW = new Player("YELLOW", "Y");

  static {
    Player.#complete = true;
    Object.freeze(Player);
  }

  /** Nobody else makes a side: compare with `Player.RED` and `Player.YELLOW`. */
  constructor(name, value) {
    if (Player.#complete) {
      throw new TypeError("there are two sides only: Player.RED and Player.YELLOW");
    }
    this.name = name;
    this.value = value;
    Object.freeze(this);
  }

  /** The other side. */
  get opponent() {
    return this === Player.RED ? Player.YELLOW : Player.RED;
  }

  /** The letter that drawings use for this side. */
  toString() {
    return this.value;
  }
}

/** Says that a column has no room for another disc. */
export class ColumnFullError extends RangeError {
  static {
    ColumnFullError.prototype.name = "ColumnFullError";
  }
}

/** Says that no disc is left that was dropped on this board. */
export class NothingToUndoError extends RangeError {
  static {
    NothingToUndoError.prototype.name = "NothingToUndoError";
  }
}

/** One game: the discs, whose turn it is, and the moves that can be undone. */
export class Board {
  #grid = Array.from({ length: ROWS }, () => new Array(COLS).fill(null));
  #heights = new Array(COLS).fill(0);
  #moves = [];
  #drawnWinner = null;

  /** Starts an empty board on which `first` moves first. */
  constructor(first = Player.RED) {
    /** The side to move. */
    this.currentPlayer = checkedPlayer(first);
  }

  /**
   * Plays `moves`, one 0-based column digit a ply, on an empty board.
   *
   * Throws a `RangeError` that names the ply for anything but a legal game; the last move may win,
   * none may follow a win.
   */
  static fromMoves(moves, first = Player.RED) {
    const board = new Board(first);
    for (const [index, digit] of [...moves].entries()) {
      const which = `move ${index + 1} of ${shown(moves)}`;
      if (typeof digit !== "string" || !"0123456".includes(digit)) {
        throw new RangeError(`${which} is ${shown(digit)}, not a column 0-6`);
      }
      if (board.checkWinner() !== null) {
        throw new RangeError(`${which} comes after the game was won\n${board}`);
      }
      const col = Number(digit);
      if (board.#heights[col] === ROWS) {
        throw new RangeError(`${which} is illegal: column ${col} is full\n${board}`);
      }
      board.dropDisc(col);
    }
    return board;
  }

  /**
   * Reads a drawing as `toString` makes it: six lines, top row first, of `R`, `Y` and `.`.
   *
   * A line of column digits below the drawing is allowed. Without `toMove` it is RED's turn when
   * both sides have as many discs, YELLOW's when RED has one more; with it YELLOW may have begun.
   * The moves that led here are unknown, so they cannot be undone. A drawing may hold a four: then
   * it stays won. Throws a `RangeError` for a wrong shape or letter, a floating disc, or a count
   * of discs that no game has.
   */
  static parse(drawing, toMove = null) {
    const board = new Board();
    const lines = rowsOf(drawing).reverse();
    for (const [row, letters] of lines.entries()) {
      for (const [col, letter] of [...letters].entries()) {
        if (letter === EMPTY_CELL) {
          continue;
        }
        if (board.#heights[col] !== row) {
          const place = `column ${col}, row ${row}`;
          throw new RangeError(`the disc in ${place} floats above an empty cell\n${drawing}`);
        }
        board.#grid[row][col] = letter === "R" ? Player.RED : Player.YELLOW;
        board.#heights[col]++;
      }
    }
    board.#drawnWinner = board.#winnerOfDrawing();
    board.currentPlayer = board.#turnByCount(toMove, drawing);
    return board;
  }

  /** The columns that still have room, left to right. */
  validMoves() {
    const columns = [];
    for (let col = 0; col < COLS; col++) {
      if (this.#heights[col] < ROWS) {
        columns.push(col);
      }
    }
    return columns;
  }

  /**
   * Drops a disc of the player to move into `col` and returns the row it lands in.
   *
   * Throws a `ColumnFullError` where it is full and a `RangeError` where there is no such column;
   * the first is a `RangeError` too. The board then stays as it was.
   */
  dropDisc(col) {
    this.#checkColumn(col);
    const row = this.#heights[col];
    if (row === ROWS) {
      throw new ColumnFullError(`column ${col} is full\n${this}`);
    }
    this.#grid[row][col] = this.currentPlayer;
    this.#heights[col] = row + 1;
    this.#moves.push(col);
    this.currentPlayer = this.currentPlayer.opponent;
    return row;
  }

  /** Takes back the last disc dropped; throws a `NothingToUndoError` where none can be. */
  undoMove() {
    if (this.#moves.length === 0) {
      throw new NothingToUndoError(`there is no move to undo on this board\n${this}`);
    }
    const col = this.#moves.pop();
    const row = this.#heights[col] - 1;
    this.#grid[row][col] = null;
    this.#heights[col] = row;
    this.currentPlayer = this.currentPlayer.opponent;
  }

  /**
   * The side that has four in a row, or null, looking only through the last disc dropped.
   *
   * Of a board that came from a drawing all discs were looked at once, when it was read.
   */
  checkWinner() {
    if (this.#moves.length > 0 && this.#drawnWinner === null) {
      const col = this.#moves[this.#moves.length - 1];
      return this.#winnerThrough(this.#heights[col] - 1, col);
    }
    return this.#drawnWinner;
  }

  /** Whether no column has room left. */
  isFull() {
    return this.#heights.every((height) => height === ROWS);
  }

  /** How many discs lie in `col`; throws a `RangeError` where there is no such column. */
  columnHeight(col) {
    this.#checkColumn(col);
    return this.#heights[col];
  }

  /**
   * Whose disc lies at `row` (0 is the bottom) and `col`, or null.
   *
   * Throws a `RangeError` where there is no such cell.
   */
  getCell(row, col) {
    if (!(Number.isInteger(row) && Number.isInteger(col) && isInside(row, col))) {
      throw new RangeError(`there is no cell at row ${shown(row)}, column ${shown(col)}\n${this}`);
    }
    return this.#grid[row][col];
  }

  /** A board of its own with the same discs, turn and moves to undo. */
  copy() {
    const twin = new Board(this.currentPlayer);
    twin.#grid = this.#grid.map((row) => row.slice());
    twin.#heights = this.#heights.slice();
    twin.#moves = this.#moves.slice();
    twin.#drawnWinner = this.#drawnWinner;
    return twin;
  }

  /** Whether `other` is a board with the same discs and turn; how they came about counts not. */
  equals(other) {
    return (
      #grid in Object(other) &&
      this.currentPlayer === other.currentPlayer &&
      this.#grid.every((cells, row) => cells.every((cell, col) => cell === other.#grid[row][col]))
    );
  }

  /** Draws the board, top row first, with the column numbers below. */
  toString() {
    const rows = this.#grid.map((row) => row.map((cell) => cell?.value ?? EMPTY_CELL).join(""));
    return [...rows.reverse(), "0123456"].join("\n");
  }

  /** Names the board by its drawing and its turn where `console.log` shows it. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `<Board, ${this.currentPlayer.name} to move\n${this}>`;
  }

  #checkColumn(col) {
    if (!(Number.isInteger(col) && 0 <= col && col < COLS)) {
      throw new RangeError(`there is no column ${shown(col)}: columns are 0-${COLS - 1}\n${this}`);
    }
  }

  #winnerOfDrawing() {
    for (let row = 0; row < ROWS; row++) {
      for (let col = 0; col < COLS; col++) {
        if (this.#grid[row][col] !== null && this.#winnerThrough(row, col) !== null) {
          return this.#grid[row][col];
        }
      }
    }
    return null;
  }

  #winnerThrough(row, col) {
    for (const [dRow, dCol] of DIRECTIONS) {
      const ahead = this.#sameDiscsAlong(row, col, dRow, dCol);
      const behind = this.#sameDiscsAlong(row, col, -dRow, -dCol);
      if (behind + 1 + ahead >= CONNECT) {
        return this.#grid[row][col];
      }
    }
    return null;
  }

  #sameDiscsAlong(row, col, dRow, dCol) {
    const player = this.#grid[row][col];
    let length = 0;
    let [r, c] = [row + dRow, col + dCol];
    while (isInside(r, c) && this.#grid[r][c] === player) {
      length++;
      r += dRow;
      c += dCol;
    }
    return length;
  }

  #turnByCount(toMove, drawing) {
    const cells = this.#grid.flat();
    const red = cells.filter((cell) => cell === Player.RED).length;
    const yellow = cells.filter((cell) => cell === Player.YELLOW).length;
    if (toMove === null && (red === yellow || red === yellow + 1)) {
      return red === yellow ? Player.RED : Player.YELLOW;
    }
    const ahead = toMove === Player.RED ? yellow - red : red - yellow;
    if (toMove === null || (ahead !== 0 && ahead !== 1)) {
      const turn = toMove === null ? "RED moves first" : `${toMove.name} is to move`;
      const counts = `RED has ${red} discs and YELLOW ${yellow}`;
      throw new RangeError(`${counts}: no game has that where ${turn}\n${drawing}`);
    }
    return checkedPlayer(toMove);
  }
}

function isInside(row, col) {
  return 0 <= row && row < ROWS && 0 <= col && col < COLS;
}

function checkedPlayer(player) {
  if (player !== Player.RED && player !== Player.YELLOW) {
    throw new TypeError(`a side is Player.RED or Player.YELLOW, not ${shown(player)}`);
  }
  return player;
}

/** A value as an error message shows it: texts in quotes, so that "3" is not taken for 3. */
function shown(value) {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "bigint") {
    return `${value}n`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function rowsOf(drawing) {
  const rows = drawing
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  if (rows.length === ROWS + 1 && rows[ROWS] === "0123456") {
    rows.pop();
  }
  if (rows.length !== ROWS) {
    throw new RangeError(`a drawing has ${ROWS} rows, this one has ${rows.length}\n${drawing}`);
  }
  for (const [index, row] of rows.entries()) {
    const which = `row ${index + 1} from the top has`;
    const letters = [...row]; // whole characters: a drawing in emoji has as many cells as one sees
    if (letters.length !== COLS) {
      throw new RangeError(`${which} ${letters.length} cells, not ${COLS}\n${drawing}`);
    }
    for (const letter of letters) {
      if (!"RY.".includes(letter)) {
        throw new RangeError(`${which} ${shown(letter)}; cells are R, Y or .\n${drawing}`);
      }
    }
  }
  return rows;
}

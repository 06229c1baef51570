/**
 * Run the generic engine's operations in JavaScript: any board up to 200 x 200, any length of line.
 *
 * Idea: keep only what the next operation needs. For each of the four directions the board stores,
 * at both ends of every run of discs, how long the run is. A new disc joins the runs that end
 * beside it: two look-ups and two stores a direction, however long they are. What it leaves behind
 * inside a run is never read again, because a look-up comes from a cell that was empty, and beside
 * an empty cell a run ends. The heights, the room that is left and whose turn it is answer the rest.
 *
 * Cells have numbers, row by row, with an unused cell at the end of each row and unused rows above
 * and below: stepping off the board leads to a cell that is nobody's. They lie in arrays of one
 * type, which hold 32 bits a number and are all 0 to begin with.
 *
 * Nothing is wiped for a new game. Its two sides get numbers that no side had before, so that a
 * disc of an earlier game belongs to nobody. The heights of the columns are all that begins anew.
 *
 * Cost: constant time for a drop, a status and an error, and `cols` heights for a reset. There is
 * no need to write the loop out flat, as in Python: the engine below inlines such calls itself.
 *
 * Where it breaks: nothing can be taken back, since a run does not remember what it was joined from.
 */

const INVALID = "error:invalid_operation";

/** Hold the discs of all games on one board, and the runs that they make. */
class Lines {
  #owners;
  #directions;

  constructor(rows, cols, k) {
    this.k = k;
    this.width = cols + 1;
    const cells = (rows + 2) * this.width + 1;
    const steps = [1, this.width, this.width + 1, this.width - 1];
    this.#owners = new Int32Array(cells);
    this.#directions = steps.map((step) => ({ step, lengths: new Int32Array(cells) }));
  }

  /** Return the number of a cell; row 0 is the top. */
  cell(row, col) {
    return (row + 1) * this.width + col;
  }

  /** Put a disc into an empty cell and tell whether it makes a line of `k` or more. */
  isMade(cell, side) {
    const owners = this.#owners;
    let made = false;
    owners[cell] = side;
    for (const { step, lengths } of this.#directions) {
      const before = owners[cell - step] === side ? lengths[cell - step] : 0;
      const after = owners[cell + step] === side ? lengths[cell + step] : 0;
      const run = before + 1 + after;
      lengths[cell - before * step] = run;
      lengths[cell + after * step] = run;
      made ||= run >= this.k;
    }
    return made;
  }
}

/** Hold one board on which games follow one another, and answer operation by operation. */
class Game {
  #lines;
  #heights;
  #room;
  #turn;
  #status;
  #sides = 0;

  constructor(rows, cols, k) {
    this.rows = rows;
    this.cols = cols;
    this.#lines = new Lines(rows, cols, k);
    this.#heights = new Int32Array(cols);
    this.reset();
  }

  /** Begin a new game: the discs that lie there belong to nobody from now on. */
  reset() {
    this.#sides += 2;
    this.#heights.fill(0);
    this.#room = this.rows * this.cols;
    this.#turn = 1;
    this.#status = "inProgress";
    return "OK";
  }

  status() {
    return this.#status;
  }

  /** Drop a disc and return its row, or the first error that applies. */
  drop(col, player) {
    if (this.#status !== "inProgress") {
      return "error:game_over";
    }
    if (col < 0 || col >= this.cols) {
      return "error:out_of_range";
    }
    if (player !== this.#turn) {
      return "error:wrong_turn";
    }
    if (this.#heights[col] === this.rows) {
      return "error:column_full";
    }
    this.#heights[col] += 1;
    const row = this.rows - this.#heights[col];
    this.#room -= 1;
    if (this.#lines.isMade(this.#lines.cell(row, col), this.#sides + player)) {
      this.#status = ["win", player];
    } else if (this.#room === 0) {
      this.#status = "draw";
    }
    this.#turn = 3 - player;
    return row;
  }

  /** Answer an operation of any form; one that has none of the three is invalid. */
  answer(operation) {
    if (!Array.isArray(operation)) {
      return INVALID;
    }
    const [name, col, player] = operation;
    if (name === "drop" && operation.length === 3) {
      return Number.isInteger(col) && Number.isInteger(player) ? this.drop(col, player) : INVALID;
    }
    if (name === "status" && operation.length === 1) {
      return this.status();
    }
    return name === "reset" && operation.length === 1 ? this.reset() : INVALID;
  }
}

/** Return the answer to each operation, in order. */
export function solution(rows, cols, k, operations) {
  const game = new Game(rows, cols, k);
  return operations.map((operation) => game.answer(operation));
}

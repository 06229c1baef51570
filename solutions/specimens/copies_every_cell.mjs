/**
 * Make a new board for every disc, as one does with state that never changes: right answers, and
 * 40,000 cells a drop.
 *
 * It must run past the caps of the scripts of `scale` that drop discs on a large board: a drop
 * changes one cell.
 */

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/** Hold the board, row 0 on top and 0 for an empty cell, and how the game stands. */
class Game {
  constructor(rows, cols, k) {
    this.rows = rows;
    this.cols = cols;
    this.k = k;
    this.reset();
  }

  /** Begin a new game, on a new board. */
  reset() {
    this.board = Array.from({ length: this.rows }, () => new Array(this.cols).fill(0));
    this.heights = new Array(this.cols).fill(0);
    this.room = this.rows * this.cols;
    this.turn = 1;
    this.state = "inProgress";
    return "OK";
  }

  /** Return the row the disc lands in, or the first error that applies. */
  drop(col, player) {
    if (this.state !== "inProgress") {
      return "error:game_over";
    }
    if (col < 0 || col >= this.cols) {
      return "error:out_of_range";
    }
    if (player !== this.turn) {
      return "error:wrong_turn";
    }
    if (this.heights[col] === this.rows) {
      return "error:column_full";
    }
    this.heights[col] += 1;
    const row = this.rows - this.heights[col];
    this.board = this.board.map((cells, r) =>
      cells.map((cell, c) => (r === row && c === col ? player : cell)),
    );
    this.room -= 1;
    if (this.makesALine(row, col)) {
      this.state = ["win", player];
    } else if (this.room === 0) {
      this.state = "draw";
    }
    this.turn = 3 - player;
    return row;
  }

  /** Tell whether the disc that lies there is part of a line of k or more. */
  makesALine(row, col) {
    return DIRECTIONS.some(
      ([down, right]) =>
        1 + this.count(row, col, down, right) + this.count(row, col, -down, -right) >= this.k,
    );
  }

  /** Count the discs of the same player from there on, k - 1 at most. */
  count(row, col, down, right) {
    const player = this.board[row][col];
    let found = 0;
    let r = row + down;
    let c = col + right;
    while (found < this.k - 1 && this.board[r]?.[c] === player) {
      found += 1;
      r += down;
      c += right;
    }
    return found;
  }

  answer([name, col, player]) {
    switch (name) {
      case "drop":
        return this.drop(col, player);
      case "status":
        return this.state;
      case "reset":
        return this.reset();
      default:
        return "error:invalid_operation";
    }
  }
}

/** Return the answer to each operation, in order. */
export function solution(rows, cols, k, operations) {
  const game = new Game(rows, cols, k);
  return operations.map((operation) => game.answer(operation));
}

/**
 * Look along every line of the board after each drop: right answers, and 160,000 looks at each.
 *
 * It must run past the caps of the scripts of `scale` that drop discs on a large board. Only lines
 * through the new disc can be new.
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
    this.board[row][col] = player;
    this.room -= 1;
    if (this.hasALine(player)) {
      this.state = ["win", player];
    } else if (this.room === 0) {
      this.state = "draw";
    }
    this.turn = 3 - player;
    return row;
  }

  /** Tell whether the player has a line of k or more anywhere. */
  hasALine(player) {
    for (let row = 0; row < this.rows; row += 1) {
      for (let col = 0; col < this.cols; col += 1) {
        if (DIRECTIONS.some((direction) => this.beginsALine(row, col, direction, player))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Tell whether k discs of the player lie in a row from there on. */
  beginsALine(row, col, [down, right], player) {
    for (let step = 0; step < this.k; step += 1) {
      if (this.board[row + step * down]?.[col + step * right] !== player) {
        return false;
      }
    }
    return true;
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

/**
 * Play Connect Four on a 7 x 7 board: the class that interviews ask for.
 *
 * Idea: ask all questions before anything is changed. A move is refused by throwing, so that nobody
 * can overlook it, and a refused one leaves board, turn and end as they were. Only lines through the
 * disc that was just dropped can be new: from it, count discs of the same player both ways in each
 * of the four directions.
 *
 * Two traps of the language: `Array(7).fill(row)` puts one and the same row in seven places, so each
 * is made anew; and "3" or 2.5 are taken for keys of an array as gladly as 3 is, so the kind is asked
 * for too.
 *
 * Cost: at most six cells in each direction for a move, nothing for `checkWinner`.
 *
 * Where it breaks: nothing can be taken back, as the end is kept and not worked out anew.
 */

const SIZE = 7;
const IN_A_LINE = 4;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];
const SIGNS = [".", "X", "O"];

export class Connect4 {
  #board = Array.from({ length: SIZE }, () => Array(SIZE).fill(0));
  #player = 1;
  #winner = null;
  #free = SIZE * SIZE;

  /** Drop a disc of the player to move; throw where that is not possible. */
  play(col) {
    if (this.#winner !== null || this.#free === 0) {
      throw new Error("the game is over");
    }
    if (!Number.isInteger(col) || col < 0 || col >= SIZE) {
      throw new RangeError(`there is no column ${String(col)}: they are 0 to ${SIZE - 1}`);
    }
    const row = this.#lowestFree(col);
    this.#board[row][col] = this.#player;
    this.#free -= 1;
    if (this.#makesALine(row, col)) {
      this.#winner = this.#player;
    }
    this.#player = 3 - this.#player;
  }

  /** Return the player who has won, null while nobody has and after a draw. */
  checkWinner() {
    return this.#winner;
  }

  /** Print the board, the top row first. */
  print() {
    for (const cells of this.#board) {
      console.log(cells.map((player) => SIGNS[player]).join(" "));
    }
  }

  #lowestFree(col) {
    for (let row = SIZE - 1; row >= 0; row -= 1) {
      if (this.#board[row][col] === 0) {
        return row;
      }
    }
    throw new RangeError(`column ${col} is full`);
  }

  #makesALine(row, col) {
    return DIRECTIONS.some(
      ([down, right]) =>
        1 + this.#run(row, col, down, right) + this.#run(row, col, -down, -right) >= IN_A_LINE,
    );
  }

  /** Count the discs of the same player from there on, itself not included. */
  #run(row, col, down, right) {
    const player = this.#board[row][col];
    let length = 0;
    for (;;) {
      row += down;
      col += right;
      if (this.#board[row]?.[col] !== player) {
        return length;
      }
      length += 1;
    }
  }
}

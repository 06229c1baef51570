/**
 * Drives a class `Connect4` that keeps the contract of kata/connect4/README.md.
 *
 *     new Connect4()     a new game, in which player 1 begins
 *     play(col)          drops a disc of the player to move; a move is refused by throwing, by
 *                        returning false, or by leaving the board as it was
 *     checkWinner()      1, 2, or nothing yet; or a property `winner` that says so
 *     print()            prints the board, or returns it
 *
 * Any name may be written in snake_case. `submission` holds what the graded file exports.
 */

const { submission } = globalThis;

export class Driver {
  constructor(rows = 7, cols = 7, k = 4) {
    if (rows !== 7 || cols !== 7 || k !== 4) {
      throw new NotImplementedError(`a board of ${rows} rows and ${cols} columns`);
    }
    const Game = submission.Connect4 ?? submission.ConnectFour ?? submission.default;
    if (typeof Game?.prototype?.play !== "function" && typeof Game !== "function") {
      throw new NotImplementedError("a class Connect4 with play(col), checkWinner() and print()");
    }
    this.game = new Game();
  }

  /** Plays a column; the class itself knows whose turn it is. */
  move(player, column) {
    const before = this.shown();
    const said = this.game.play(column);
    if (said === undefined || said === null || typeof said === "string") {
      return before === null || this.shown() !== before ? true : said; // it says nothing: look
    }
    return said !== false && said !== -1;
  }

  /** What checkWinner() says, or else the property `winner`. */
  winner() {
    for (const name of ["checkWinner", "check_winner", "getWinner", "get_winner"]) {
      if (typeof this.game[name] === "function" && this.game[name].length === 0) {
        return this.game[name]();
      }
    }
    if (!("winner" in this.game)) {
      throw new NotImplementedError("checkWinner() without arguments, or a property winner");
    }
    return this.game.winner;
  }

  /** What print() prints, or else what it returns. */
  text() {
    const name = ["print", "printBoard", "print_board"].find((each) => each in this.game);
    if (name === undefined) {
      throw new NotImplementedError("print()");
    }
    const { stdout } = process;
    const written = [];
    stdout.write = (chunk) => written.push(String(chunk)) > 0;
    try {
      const returned = this.game[name]();
      const printed = written.join("");
      return printed.trim() === "" ? returned : printed;
    } finally {
      delete stdout.write;
    }
  }

  /** The same as one text, null where the class does not show its board. */
  shown() {
    try {
      return JSON.stringify(this.text()) ?? null;
    } catch (error) {
      if (error instanceof NotImplementedError) {
        return null;
      }
      throw error;
    }
  }
}

class NotImplementedError extends Error {}

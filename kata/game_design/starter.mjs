/**
 * Design a four-in-a-row game: write your classes here.
 *
 * It already loads and answers, so you can see the grader at work before you start:
 *
 *     kata grade solution.mjs
 *
 * It fails, because it refuses every move. README.md beside this file says what each part does, and
 * which other forms are accepted.
 */

/** A player, with a name and a color. */
export class Player {
  /** Take the name, and the color of the discs. */
  constructor(name, color) {
    this.name = name;
    this.color = color;
  }
}

/** The discs, in 7 columns of 6 rows. */
export class Board {
  /** Say whether the column exists and has room. */
  canPlace(column) {
    return false;
  }

  /** Drop a disc and return its row, or -1 if that is not possible. */
  placeDisc(column, color) {
    return -1;
  }

  /** Say whether no column has room. */
  isFull() {
    return false;
  }

  /** Say whether the disc in this cell completes a line of four of its color. */
  checkWin(row, column, color) {
    return false;
  }
}

/** One game between two players. */
export class Game {
  board = new Board();

  /** Begin a game; `player1` moves first. */
  constructor(player1, player2) {
    this.players = [player1, player2];
  }

  /**
   * Drop a disc of `player`; return false if that is not allowed.
   *
   * Replace the body. A first step: take any move of the player whose turn it is.
   */
  makeMove(player, column) {
    return false;
  }

  /** Return the player to move. */
  getCurrentPlayer() {
    return this.players[0];
  }

  /** Return IN_PROGRESS, WON or DRAW. */
  getGameState() {
    return "IN_PROGRESS";
  }

  /** Return the player who has won, or null. */
  getWinner() {
    return null;
  }
}

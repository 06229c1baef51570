/**
 * Design a four-in-a-row game: write your classes here.
 *
 * It already loads and answers, so you can see the grader at work before you start:
 *
 *     kata grade solution.ts
 *
 * It fails, because it refuses every move. README.md beside this file says what each part does, and
 * which other forms are accepted.
 */

/** A player, with a name and a color. */
export class Player {
  readonly name: string;
  readonly color: unknown;

  /** Take the name, and the color of the discs. */
  constructor(name: string, color: unknown) {
    this.name = name;
    this.color = color;
  }
}

/** The discs, in 7 columns of 6 rows. */
export class Board {
  /** Say whether the column exists and has room. */
  canPlace(column: number): boolean {
    return false;
  }

  /** Drop a disc and return its row, or -1 if that is not possible. */
  placeDisc(column: number, color: unknown): number {
    return -1;
  }

  /** Say whether no column has room. */
  isFull(): boolean {
    return false;
  }

  /** Say whether the disc in this cell completes a line of four of its color. */
  checkWin(row: number, column: number, color: unknown): boolean {
    return false;
  }
}

/** One game between two players. */
export class Game {
  readonly board = new Board();
  readonly players: readonly [Player, Player];

  /** Begin a game; `player1` moves first. */
  constructor(player1: Player, player2: Player) {
    this.players = [player1, player2];
  }

  /**
   * Drop a disc of `player`; return false if that is not allowed.
   *
   * Replace the body. A first step: take any move of the player whose turn it is.
   */
  makeMove(player: Player, column: number): boolean {
    return false;
  }

  /** Return the player to move. */
  getCurrentPlayer(): Player {
    return this.players[0];
  }

  /** Return IN_PROGRESS, WON or DRAW. */
  getGameState(): string {
    return "IN_PROGRESS";
  }

  /** Return the player who has won, or null. */
  getWinner(): Player | null {
    return null;
  }
}

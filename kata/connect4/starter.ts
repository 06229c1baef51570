/**
 * Play Connect Four on a board of 7 x 7: write your class here.
 *
 * It already loads and answers, so you can see the grader at work before you start:
 *
 *     kata grade solution.ts
 *
 * It fails, because it drops no discs yet. README.md beside this file has the rules, and says what
 * is up to you.
 */

/** One game. */
export class Connect4 {
  board: string[][] = Array.from({ length: 7 }, () => Array.from({ length: 7 }, () => "."));

  /**
   * Drop a disc of the player to move into a column.
   *
   * Replace the body. A first step: put an `X` into the last row.
   */
  play(col: number): void {}

  /** Return 1 or 2 once that player has four in a line, and null before. */
  checkWinner(): number | null {
    return null;
  }

  /** Show the board, top row first. */
  print(): void {
    for (const row of this.board) {
      console.log(row.join(" "));
    }
  }
}

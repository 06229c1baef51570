// idea: is a class with private fields and a method of that name
// verdict: accepted
// levels: bwrap limits plain
export class Player {
  #board;

  constructor(board) {
    this.#board = board;
  }

  findBestMove() {
    for (const column of this.#board.validMoves()) {
      this.#board.dropDisc(column);
      const won = this.#board.checkWinner() !== null;
      this.#board.undoMove();
      if (won) {
        return column;
      }
    }
    return this.#board.validMoves()[0];
  }
}

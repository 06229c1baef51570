import { Board } from "kata/board.mjs";

export default class Solver {
  #board;
  #maxDepth = 7;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  findBestMove() {
    let bestMove = -1;
    let alpha = -Infinity;
    for (const col of this.#orderedMoves()) {
      this.#board.dropDisc(col);
      const score = -this.#negamax(this.#maxDepth - 1, -Infinity, -alpha);
      this.#board.undoMove();
      if (score > alpha) {
        alpha = score;
        bestMove = col;
      }
    }
    return bestMove;
  }

  #negamax(depth, alpha, beta) {
    if (this.#board.checkWinner()) return -1000 - depth;
    if (depth === 0 || this.#board.isFull()) return 0;
    let best = -Infinity;
    for (const col of this.#orderedMoves()) {
      this.#board.dropDisc(col);
      const score = -this.#negamax(depth - 1, -beta, -alpha);
      this.#board.undoMove();
      if (score > best) best = score;
      if (best > alpha) alpha = best;
      if (alpha >= beta) break;
    }
    return best;
  }

  #orderedMoves() {
    return this.#board.validMoves().sort((a, b) => Math.abs(a - 3) - Math.abs(b - 3));
  }
}

const ORDER = [3, 2, 4, 1, 5, 0, 6];
const MATE = 1000;

class Search {
  constructor(board) {
    this.board = board;
    this.seen = new Map();
  }

  run(maxDepth) {
    let move = null;
    for (let depth = 1; depth <= maxDepth; depth++) {
      const result = this.negamax(depth, 0, -MATE, MATE);
      move = result.move;
      if (result.score > 0) break;
    }
    return move;
  }

  negamax(depth, ply, alpha, beta) {
    const { board, seen } = this;
    if (board.checkWinner() !== null) return { score: ply - MATE, move: null };
    if (depth === 0 || board.isFull()) return { score: 0, move: null };

    const key = board.toString();
    const entry = seen.get(key);
    if (entry !== undefined && entry.depth >= depth) {
      const settles =
        entry.bound === "exact" ||
        (entry.bound === "lower" && entry.score >= beta) ||
        (entry.bound === "upper" && entry.score <= alpha);
      if (settles) return entry;
    }

    let best = { score: -Infinity, move: null };
    let bound = "upper";
    for (const col of ORDER) {
      if (board.columnHeight(col) === 6) continue;
      board.dropDisc(col);
      const score = -this.negamax(depth - 1, ply + 1, -beta, -alpha).score;
      board.undoMove();
      if (score > best.score) best = { score, move: col };
      if (score > alpha) {
        alpha = score;
        bound = "exact";
      }
      if (alpha >= beta) {
        bound = "lower";
        break;
      }
    }
    seen.set(key, { ...best, depth, bound });
    return best;
  }
}

export default function findBestMove(board) {
  return new Search(board).run(8);
}

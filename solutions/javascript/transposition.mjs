/**
 * Remember what was searched: iterative deepening with a table, in JavaScript.
 *
 * Idea: the same position is reached by many orders of the same moves, and again at every depth.
 * The table keeps, per position, what the last search of it found: how deep it looked, its best
 * column, and its score with a flag. The flag matters most. Alpha-beta returns the true score only
 * if it lies inside the search window; otherwise it returns a bound, and treating a bound as a
 * score leads to wrong moves. So an entry says EXACT, LOWER or UPPER, measured against the window
 * at entry, and it answers only a question that it settles.
 *
 * An entry from a shallower search settles nothing, but its best column is tried first: each depth
 * orders the moves for the next. Where the table knows nothing, the cells help: a disc that cut off
 * a search elsewhere, preferably a deep one, is likely to do so here. Such a count is called the
 * history heuristic (Schaeffer, 1983).
 *
 * The key of a position needs care in this language: a number is exact only up to 2 ** 53, and two
 * bits per cell take 84. One bit per cell and one more per column are enough, because no disc
 * floats. A disc at height `row` of its column adds 1 or 2, by its side, times 2 ** row: that
 * counts the discs and tells their sides in 7 bits, so 49 bits name a position and no other. A
 * BigInt would have room for any number, and is many times slower.
 *
 * Cost: far fewer nodes than without the table, for memory; the table lives for one call.
 *
 * Where it breaks: each node still asks the plain board, and nothing is known about threats. In
 * Python the next rung represents the board by two integers.
 */

import { Player } from "kata/board.mjs";

const CENTRE_FIRST = [3, 2, 4, 1, 5, 0, 6];
const BUDGET_S = 1.5;
const GROWTH = 4;
const WIN = 100;
const [EXACT, LOWER, UPPER] = ["exact", "lower", "upper"];
const UNKNOWN = { depth: 0, flag: UPPER, score: 0, col: -1 };
const CODES = new Map([
  [Player.RED, 1],
  [Player.YELLOW, 2],
]);

/**
 * Return the best column of the deepest search that fits into `budget` seconds.
 *
 * Depth 1 is always searched. The board is handed back as it was. Throws where the game is over.
 */
export function findBestMove(board, budget = BUDGET_S) {
  if (board.isFull() || board.checkWinner() !== null) {
    throw new RangeError(`the game is over\n${board}`);
  }
  let bestCol = -1;
  const started = performance.now();
  let before = started;
  for (const { col, score } of deepen(board)) {
    bestCol = col;
    const now = performance.now();
    if (score !== 0 || now - started + GROWTH * (now - before) > 1000 * budget) {
      break;
    }
    before = now;
  }
  return bestCol;
}

/** Yield the depth, the best column and the score for depth 1, 2, ... as each one finishes. */
export function* deepen(board, maxDepth = 42) {
  const search = new Search(board);
  const room = board.validMoves().reduce((sum, col) => sum + 6 - board.columnHeight(col), 0);
  for (let depth = 1; depth <= Math.min(maxDepth, room); depth++) {
    const score = search.score(depth, -WIN, WIN);
    yield { depth, col: search.table.get(search.key).col, score };
  }
}

/** Hold the board, its key, the ply below the root, and the table of this call. */
class Search {
  constructor(board) {
    this.board = board;
    this.ply = 0;
    this.key = 0;
    this.table = new Map();
    this.cuts = new Array(84).fill(0); // by cell and side: how often and deep a disc cut off
    for (let col = 0; col < 7; col++) {
      for (let row = 0; row < board.columnHeight(col); row++) {
        this.key += code(row, col, board.getCell(row, col));
      }
    }
  }

  /**
   * Return the score for the side to move, exact only strictly between `alpha` and `beta`.
   *
   * A position always has the same number of discs, hence the same ply: scores that count plies
   * from the root may be kept as they are.
   */
  score(depth, alpha, beta) {
    if (this.board.checkWinner() !== null) {
      return this.ply - WIN;
    }
    if (depth === 0 || this.board.isFull()) {
      return 0;
    }
    const known = this.table.get(this.key) ?? UNKNOWN;
    if (known.depth >= depth && settles(known, alpha, beta)) {
      return known.score;
    }
    const floor = alpha;
    let best = -WIN;
    let bestCol = known.col;
    for (const col of this.moves(known.col)) {
      const score = this.scoreAfter(col, depth, alpha, beta);
      if (score > best) {
        best = score;
        bestCol = col;
      }
      alpha = Math.max(alpha, score);
      if (alpha >= beta) {
        this.cuts[this.place(col)] += depth * depth;
        break;
      }
    }
    const flag = best <= floor ? UPPER : best >= beta ? LOWER : EXACT;
    this.table.set(this.key, { depth, flag, score: best, col: bestCol });
    return best;
  }

  /** Return the score of playing `col`, and take the disc back. */
  scoreAfter(col, depth, alpha, beta) {
    const { key } = this;
    this.key += code(this.board.columnHeight(col), col, this.board.currentPlayer);
    this.board.dropDisc(col);
    this.ply += 1;
    const score = -this.score(depth - 1, -beta, -alpha);
    this.board.undoMove();
    this.key = key;
    this.ply -= 1;
    return score;
  }

  /** Return the legal columns: `first`, then what cut most, then from the centre outwards. */
  moves(first) {
    const legal = this.board.validMoves();
    const others = CENTRE_FIRST.filter((col) => col !== first && legal.includes(col));
    others.sort((one, other) => this.cuts[this.place(other)] - this.cuts[this.place(one)]);
    return legal.includes(first) ? [first, ...others] : others;
  }

  /** Return the place in `cuts` of the disc that the side to move would drop in `col`. */
  place(col) {
    const cell = 7 * this.board.columnHeight(col) + col;
    return this.board.currentPlayer === Player.RED ? cell : 42 + cell;
  }
}

/** Tell whether what is known, deep enough, answers the question that this window asks. */
function settles({ flag, score }, alpha, beta) {
  return (
    flag === EXACT || (flag === LOWER && score >= beta) || (flag === UPPER && score <= alpha)
  );
}

/** Return what a disc adds to the key; the sum over all discs names a position and no other. */
function code(row, col, player) {
  return CODES.get(player) * 2 ** (7 * col + row);
}

/**
 * Skip lines that cannot matter: alpha-beta at a fixed depth, the second rung, in JavaScript.
 *
 * Idea: two numbers travel down the tree. `alpha` is what the side to move is already sure of,
 * `beta` is what its opponent is already sure of holding it to. As soon as alpha >= beta the
 * opponent would never let the game come here, and the other replies can be skipped. What is good
 * for one side is equally bad for the other, so one function serves both: a child's value is
 * negated and its window swapped.
 *
 * The better the first move, the sooner the cut-off. The centre is part of the most lines of four,
 * hence the order 3, 2, 4, 1, 5, 0, 6.
 *
 * A trap of this language: `-0` is a separate number. It compares like `0`, so the search works,
 * but code that shows or stores a value should turn it into `0` first.
 *
 * Cost: with perfect ordering about the square root of what minimax needs, in practice somewhere
 * between that and all of it. Leaves are +1, 0 and -1, so a win found anywhere ends the search.
 *
 * Where it breaks: the depth is fixed. A win in 9 plies is invisible at depth 8, however fast the
 * language is. The ladder in Python lets the clock decide next; the next rung here does that too,
 * and remembers what it has searched.
 */

const CENTRE_FIRST = [3, 2, 4, 1, 5, 0, 6];
const WIN = 1;
const DRAW = 0;

/**
 * Return the first column, centre first, of the highest value for the side to move.
 *
 * The board is played on and handed back as it was. Throws where the game is over.
 */
export function findBestMove(board, depth = 8) {
  if (board.isFull() || board.checkWinner() !== null) {
    throw new RangeError(`the game is over\n${board}`);
  }
  let bestCol = -1;
  let alpha = -WIN - 1;
  const beta = WIN;
  for (const col of movesOf(board)) {
    board.dropDisc(col);
    const value = -valueOf(board, depth - 1, -beta, -alpha);
    board.undoMove();
    if (value > alpha) {
      bestCol = col;
      alpha = value;
    }
    if (alpha >= beta) {
      break;
    }
  }
  return bestCol;
}

/**
 * Return the value for the side to move, exact only strictly between `alpha` and `beta`.
 *
 * At or below `alpha` it is an upper bound, at or above `beta` a lower one.
 */
export function valueOf(board, depth, alpha, beta) {
  if (board.checkWinner() !== null) {
    return -WIN; // the opponent made the last move, so the four is the opponent's
  }
  if (depth === 0 || board.isFull()) {
    return DRAW;
  }
  let best = -WIN;
  for (const col of movesOf(board)) {
    board.dropDisc(col);
    const value = -valueOf(board, depth - 1, -beta, -alpha);
    board.undoMove();
    best = Math.max(best, value);
    alpha = Math.max(alpha, value);
    if (alpha >= beta) {
      break;
    }
  }
  return best;
}

/** Return the legal columns, centre first. */
function movesOf(board) {
  const legal = board.validMoves();
  return CENTRE_FIRST.filter((col) => legal.includes(col));
}

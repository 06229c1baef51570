/**
 * Look at every line of play to a fixed depth: plain minimax, the first rung, in JavaScript.
 *
 * Idea: a position is worth +1 if I have won, -1 if the opponent has, 0 if the board is full or
 * the depth is used up. On my turn I take the child with the highest value, on the opponent's turn
 * the one with the lowest. Check for a winner *before* checking the depth: the other way round, a
 * win on the very last ply goes unseen.
 *
 * Cost: every line is played out, about 7 ** depth nodes. A node costs less than in Python, but
 * one ply more takes seven times as long in any language.
 *
 * Where it breaks: a win in 7 plies is beyond depth 6. Every column then looks like 0, and the
 * leftmost one is played. The next rung sees deeper by skipping lines that cannot matter.
 */

const WIN = 1;
const DRAW = 0;
const LOSS = -1;

/**
 * Return the leftmost column of the highest value for the side to move.
 *
 * The board is played on and handed back as it was. Throws where the game is over.
 */
export function findBestMove(board, depth = 6) {
  if (board.isFull() || board.checkWinner() !== null) {
    throw new RangeError(`the game is over\n${board}`);
  }
  const me = board.currentPlayer;
  let bestCol = -1;
  let bestValue = LOSS - 1;
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    const value = valueOf(board, depth - 1, me);
    board.undoMove();
    if (value > bestValue) {
      bestCol = col;
      bestValue = value;
    }
  }
  return bestCol;
}

/** Return what the position is worth to `me` when it is searched `depth` plies deep. */
export function valueOf(board, depth, me) {
  const winner = board.checkWinner();
  if (winner !== null) {
    return winner === me ? WIN : LOSS;
  }
  if (depth === 0 || board.isFull()) {
    return DRAW;
  }
  const values = [];
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    values.push(valueOf(board, depth - 1, me));
    board.undoMove();
  }
  return board.currentPlayer === me ? Math.max(...values) : Math.min(...values);
}

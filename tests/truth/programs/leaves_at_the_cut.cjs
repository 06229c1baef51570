const ORDER = [3, 2, 4, 1, 5, 0, 6];

function search(board, depth, alpha, beta) {
  if (board.checkWinner() !== null) return -50 - depth;
  if (depth === 0 || board.isFull()) return 0;
  for (const col of ORDER) {
    if (!board.validMoves().includes(col)) continue;
    board.dropDisc(col);
    const score = -search(board, depth - 1, -beta, -alpha);
    if (score >= beta) return score;
    board.undoMove();
    if (score > alpha) alpha = score;
  }
  return alpha;
}

module.exports = function findBestMove(board) {
  let best = null;
  let alpha = -1000;
  for (const col of ORDER) {
    if (!board.validMoves().includes(col)) continue;
    board.dropDisc(col);
    const score = -search(board, 4, -1000, -alpha);
    board.undoMove();
    if (score > alpha) {
      alpha = score;
      best = col;
    }
  }
  return best;
};

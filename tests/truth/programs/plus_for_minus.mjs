export function findBestMove(board) {
  let bestScore = -Infinity;
  let bestCol = board.validMoves()[0];
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    const score = negamax(board, 4, -100, 100);
    board.undoMove();
    if (score > bestScore) {
      bestScore = score;
      bestCol = col;
    }
  }
  return bestCol;
}

function negamax(board, depth, alpha, beta) {
  if (board.checkWinner() !== null) {
    return -10 - depth;
  }
  if (depth === 0 || board.isFull()) {
    return 0;
  }
  let best = -100;
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    best = Math.max(best, -negamax(board, depth - 1, -beta, -alpha));
    board.undoMove();
    alpha = Math.max(alpha, best);
    if (alpha >= beta) {
      break;
    }
  }
  return best;
}

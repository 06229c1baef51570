// The search takes a while, so it must not block the page.

const wait = () => new Promise((resolve) => setTimeout(resolve, 0));

export async function findBestMove(board) {
  const me = board.currentPlayer;
  let best = { col: null, score: -Infinity };
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    const score = minimax(board, 3, -Infinity, Infinity, false, me);
    board.undoMove();
    if (score > best.score) {
      best = { col, score };
    }
    await wait();
  }
  return best.col;
}

function minimax(board, depth, alpha, beta, maximizing, me) {
  const winner = board.checkWinner();
  if (winner) return winner === me ? 10 + depth : -10 - depth;
  if (depth === 0 || board.isFull()) return 0;
  let best = maximizing ? -Infinity : Infinity;
  for (const col of board.validMoves()) {
    board.dropDisc(col);
    const score = minimax(board, depth - 1, alpha, beta, !maximizing, me);
    board.undoMove();
    if (maximizing) {
      best = Math.max(best, score);
      alpha = Math.max(alpha, best);
    } else {
      best = Math.min(best, score);
      beta = Math.min(beta, best);
    }
    if (beta <= alpha) break;
  }
  return best;
}

const TIME_MS = 300;
const STOP = Symbol("stop");

export function findBestMove(board) {
  const deadline = performance.now() + TIME_MS;
  const me = board.currentPlayer;
  let answer = board.validMoves()[0];

  const value = (position, depth, alpha, beta) => {
    if (performance.now() > deadline) throw STOP;
    const winner = position.checkWinner();
    if (winner !== null) return winner === me ? 500 + depth : -500 - depth;
    if (depth === 0 || position.isFull()) return 0;
    const maximizing = position.currentPlayer === me;
    let best = maximizing ? -Infinity : Infinity;
    for (const col of middleFirst(position.validMoves())) {
      position.dropDisc(col);
      const score = value(position, depth - 1, alpha, beta);
      position.undoMove();
      best = maximizing ? Math.max(best, score) : Math.min(best, score);
      if (maximizing) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      if (alpha >= beta) break;
    }
    return best;
  };

  try {
    for (let depth = 1; depth <= 42; depth++) {
      const position = board.copy(); // it may be left as it is when time is up
      let top = -Infinity;
      let move = answer;
      for (const col of middleFirst(position.validMoves())) {
        position.dropDisc(col);
        const score = value(position, depth - 1, top, Infinity);
        position.undoMove();
        if (score > top) {
          top = score;
          move = col;
        }
      }
      answer = move;
      if (top !== 0) break;
    }
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return answer;
}

function middleFirst(columns) {
  return [...columns].sort((a, b) => Math.abs(a - 3) - Math.abs(b - 3));
}

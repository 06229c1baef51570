const DEPTH = 4;

const isOver = (board) => board.checkWinner() !== null || board.isFull();

const play = (board, col, then) => {
  board.dropDisc(col);
  const result = then();
  board.undoMove();
  return result;
};

const minimax = (board, depth, me) => {
  if (isOver(board) || depth === 0) {
    const winner = board.checkWinner();
    if (winner === null) return 0;
    return winner === me ? 100 + depth : -100 - depth;
  }
  const values = board
    .validMoves()
    .map((col) => play(board, col, () => minimax(board, depth - 1, me)));
  return board.currentPlayer === me ? Math.max(...values) : Math.min(...values);
};

export const findBestMove = (board) => {
  const me = board.currentPlayer;
  const rated = board.validMoves().map((col) => ({
    col,
    value: play(board, col, () => minimax(board, DEPTH - 1, me)),
  }));
  rated.sort((a, b) => b.value - a.value || Math.abs(a.col - 3) - Math.abs(b.col - 3));
  return rated[0].col;
};

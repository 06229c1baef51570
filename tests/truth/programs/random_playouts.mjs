const PLAYOUTS = 60;

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

function playout(board, me) {
  while (board.checkWinner() === null && !board.isFull()) {
    board.dropDisc(pick(board.validMoves()));
  }
  const winner = board.checkWinner();
  if (winner === null) return 0.5;
  return winner === me ? 1 : 0;
}

export function findBestMove(board) {
  const me = board.currentPlayer;
  let bestCol = null;
  let bestRate = -1;
  for (const col of board.validMoves()) {
    let sum = 0;
    for (let i = 0; i < PLAYOUTS; i += 1) {
      const twin = board.copy();
      twin.dropDisc(col);
      sum += playout(twin, me);
    }
    if (sum / PLAYOUTS > bestRate) {
      bestRate = sum / PLAYOUTS;
      bestCol = col;
    }
  }
  return bestCol;
}

// idea: returns not-a-number, which comes of adding what is undefined
// verdict: invalid_answer
// reason: NaN | nan
// levels: bwrap limits plain
export function findBestMove(board) {
  return board.depth + 3;
}

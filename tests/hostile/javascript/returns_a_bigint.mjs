// idea: returns a BigInt, which JSON has no word for
// verdict: invalid_answer
// reason: 3n | BigInt
// levels: bwrap limits plain
export function findBestMove(board) {
  return 3n;
}

// idea: is a generator
// verdict: invalid_answer
// reason: enerator
// levels: bwrap limits plain
export function* findBestMove(board) {
  yield 3;
}

// idea: is a generator
// verdict: invalid_answer
// reason: enerator
export function* findBestMove(board) {
  yield 3;
}

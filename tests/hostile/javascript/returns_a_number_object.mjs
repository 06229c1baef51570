// idea: answers a number in an object, which adds up and compares like one
// verdict: invalid_answer
// reason: Number
// levels: bwrap limits plain
export function findBestMove(board) {
  return new Number(3);
}

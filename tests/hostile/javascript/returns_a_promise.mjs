// idea: is an async function
// verdict: invalid_answer
// reason: Promise
// levels: bwrap limits plain
export async function findBestMove(board) {
  return 3;
}

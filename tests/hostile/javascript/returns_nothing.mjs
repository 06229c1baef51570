// idea: prints the answer instead of returning it
// verdict: invalid_answer
// reason: undefined
// levels: bwrap limits plain
// stdout: 3
export function findBestMove(board) {
  console.log(3);
}

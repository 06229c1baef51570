// idea: answers with half a surrogate pair and with what acts on a terminal
// verdict: invalid_answer
// reason: \ud800\x9b
// levels: bwrap limits plain
export function findBestMove(board) {
  return "\ud800\u009b2J";
}

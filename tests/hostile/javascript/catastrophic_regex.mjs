// idea: a regular expression that backtracks for hours inside the engine
// verdict: time_limit_exceeded
// reason: it was computing
// levels: bwrap limits plain
// cap: 0.5
export function findBestMove(board) {
  return /^(a+)+$/.test("a".repeat(60) + "b") ? 3 : 0;
}

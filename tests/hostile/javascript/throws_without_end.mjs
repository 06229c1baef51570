// idea: throws an error with a message of a hundred million characters, whose cause is itself
// verdict: runtime_error
// reason: Error
// levels: bwrap limits plain
export function findBestMove(board) {
  const error = new Error("x\u001b[2J\u{1f534}".repeat(10_000_000));
  error.cause = error;
  error.stack = "x".repeat(100_000_000);
  throw error;
}

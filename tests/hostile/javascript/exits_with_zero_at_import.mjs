// idea: ends the process with success while it is imported
// verdict: load_error | runtime_error
// reason: exit
// levels: bwrap limits plain
process.exit(0);

export function findBestMove(board) {
  return 3;
}

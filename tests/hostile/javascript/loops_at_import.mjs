// idea: loops for ever while it is imported
// verdict: load_error
// reason: importing it took longer than 1 s
// levels: bwrap limits plain
// import_limit: 1.0
for (;;);

export function findBestMove(board) {
  return 3;
}

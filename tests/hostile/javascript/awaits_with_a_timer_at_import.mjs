// idea: awaits what never comes while a timer keeps the process alive
// verdict: load_error
// reason: importing it took longer than 1 s
// levels: bwrap limits plain
// import_limit: 1.0
setInterval(() => {}, 10);
await new Promise(() => {});

export function findBestMove(board) {
  return 3;
}

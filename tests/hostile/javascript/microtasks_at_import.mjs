// idea: has one promise follow the other for ever while it is imported, so that nobody else's comes
// verdict: load_error
// reason: importing it took longer than 1 s
// levels: bwrap limits plain
// import_limit: 1.0
function again() {
  Promise.resolve().then(again);
}
again();
await new Promise((resolve) => setTimeout(resolve, 1));

export function findBestMove(board) {
  return 3;
}

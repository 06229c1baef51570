// idea: awaits at its top level what never comes, with nothing left that could bring it
// verdict: load_error
// reason: await
// levels: bwrap limits plain
await new Promise(() => {});

export function findBestMove(board) {
  return 3;
}

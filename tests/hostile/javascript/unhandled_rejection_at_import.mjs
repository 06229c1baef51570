// idea: leaves a promise that fails while it is imported, and throws in a timer later on
// verdict: load_error | runtime_error
// reason: nobody awaits me
// levels: bwrap limits plain
Promise.reject(new Error("nobody awaits me"));
await new Promise((resolve) => setTimeout(resolve, 50));

export function findBestMove(board) {
  return 3;
}

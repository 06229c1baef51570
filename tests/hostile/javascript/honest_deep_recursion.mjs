// idea: recurses a few thousand deep, and catches its own exception
// verdict: accepted
// levels: bwrap limits plain
function depth(left) {
  return left === 0 ? 0 : 1 + depth(left - 1);
}

export function findBestMove(board) {
  try {
    (function endless() {
      endless();
    })();
  } catch (error) {
    return error instanceof RangeError && depth(5000) === 5000 ? 3 : 0;
  }
  return 0;
}

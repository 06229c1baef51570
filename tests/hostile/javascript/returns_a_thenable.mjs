// idea: answers an object that whoever awaits it calls, for ever
// verdict: invalid_answer
// reason: returned
// levels: bwrap limits plain
export function findBestMove(board) {
  return {
    then() {
      for (;;);
    },
  };
}

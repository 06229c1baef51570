// idea: answers in time and leaves timers that would keep the process alive for ever
// verdict: accepted
// levels: bwrap limits plain
setInterval(() => {}, 1);

export function findBestMove(board) {
  setInterval(() => {
    for (;;);
  }, 1);
  return 3;
}

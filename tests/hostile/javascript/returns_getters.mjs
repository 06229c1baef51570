// idea: answers a list whose entries loop for ever when they are read
// verdict: time_limit_exceeded | invalid_answer
// reason: 0.5 s | returned
// levels: bwrap limits plain
// cap: 0.5
export function findBestMove(board) {
  const answer = [0];
  Object.defineProperty(answer, 0, {
    get() {
      for (;;);
    },
  });
  return answer;
}

// idea: answers a list that is none: it has more entries than there is time to read
// verdict: invalid_answer | time_limit_exceeded | output_limit_exceeded | runtime_error
// reason: returned | 1 s | characters | MiB
// levels: bwrap limits plain
// cap: 1
export function findBestMove(board) {
  return new Proxy([3], {
    get: (target, name) => (name === "length" ? 2 ** 32 - 1 : 3),
    has: () => true,
  });
}

// idea: replies with a list nested a million deep
// verdict: invalid_answer | output_limit_exceeded
// reason: nest
// levels: bwrap limits plain
export function findBestMove(board) {
  let reply = [3];
  for (let depth = 0; depth < 1_000_000; depth++) {
    reply = [reply];
  }
  return reply;
}

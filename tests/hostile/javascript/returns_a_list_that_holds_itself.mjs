// idea: replies with a list that holds itself, in many places
// verdict: invalid_answer | output_limit_exceeded
// reason: nest
// levels: bwrap limits plain
export function findBestMove(board) {
  const reply = [];
  reply.push(reply, reply, reply);
  return reply;
}

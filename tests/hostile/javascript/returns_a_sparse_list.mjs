// idea: replies with a list of four thousand million entries of which none is there
// verdict: output_limit_exceeded | invalid_answer
// reason: 4 MiB | list
// levels: bwrap limits plain
export function findBestMove(board) {
  return new Array(2 ** 32 - 1);
}

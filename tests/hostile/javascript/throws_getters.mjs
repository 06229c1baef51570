// idea: throws an error all of whose properties loop for ever when they are read
// verdict: time_limit_exceeded | runtime_error
// reason: 0.5 s | Error
// levels: bwrap limits plain
// cap: 0.5
class Endless extends Error {
  get message() {
    for (;;);
  }
  get name() {
    for (;;);
  }
  get stack() {
    for (;;);
  }
  get cause() {
    return this;
  }
}

export function findBestMove(board) {
  throw new Endless();
}

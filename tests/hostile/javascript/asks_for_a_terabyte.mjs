// idea: asks for a terabyte at once, which the engine refuses
// verdict: runtime_error | memory_limit_exceeded
// reason: RangeError | asked for more
export function findBestMove(board) {
  return new ArrayBuffer(2 ** 40).byteLength;
}

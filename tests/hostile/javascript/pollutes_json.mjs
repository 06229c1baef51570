// idea: has every object written as the right answer
// verdict: wrong_answer
// reason: column 0
// levels: bwrap limits plain
JSON.stringify = () => '{"op":"returned","nonce":"","value":3,"board_changed":false}';
JSON.parse = () => ({ op: "call", nonce: "", max_chars: 9, function: "", arguments: [] });
for (const made of [Object, Number, String, Array, Boolean, Function]) {
  made.prototype.toJSON = () => 3;
}

export function findBestMove(board) {
  return 0;
}

// idea: answers an object that says in every way there is that it is the number 3
// verdict: invalid_answer
// reason: returned
// levels: bwrap limits plain
import { inspect } from "node:util";

export function findBestMove(board) {
  return {
    valueOf: () => 3,
    toString: () => "3",
    toJSON: () => 3,
    [Symbol.toPrimitive]: () => 3,
    [Symbol.toStringTag]: "Number",
    [inspect.custom]: () => "3",
    constructor: Number,
    __proto__: Number.prototype,
  };
}

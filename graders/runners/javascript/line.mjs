/** Speaks JSON lines with the grader over two descriptors. */

import { codeAt, indexOf, parseJson, quoted, readSome, slice, writeAll } from "./primordials.mjs";

const READ_FROM = 3;
const WRITE_TO = 4;
const MAX_NAMES = 99;
const MAX_NAME = 200;

let pending = "";
let beforeReply = () => {};

/** Has `tally` called before each message to the grader. */
export function callBeforeReplies(tally) {
  beforeReply = tally;
}

/** Waits for the next message; null where the grader has gone. */
export function receive() {
  let end = indexOf(pending, "\n");
  while (end < 0) {
    const chunk = readSome(READ_FROM);
    if (chunk === "") {
      return null;
    }
    pending += chunk;
    end = indexOf(pending, "\n");
  }
  const line = slice(pending, 0, end);
  pending = slice(pending, end + 1);
  return parseJson(line);
}

/** Writes one message, whole; `fields` is JSON already, each with its name and after a comma. */
export function send(op, fields) {
  beforeReply();
  writeAll(WRITE_TO, '{"op":"' + op + '"' + fields + "}\n");
}

/** A text as JSON, cut where it is longer than the wire takes. */
export function short(text) {
  if (text.length <= MAX_NAME) {
    return quoted(text);
  }
  const code = codeAt(text, MAX_NAME - 1);
  const splits = code >= 0xd800 && code <= 0xdbff;
  return quoted(slice(text, 0, splits ? MAX_NAME - 1 : MAX_NAME));
}

/** Names as JSON, no more and no longer ones than the wire takes. */
export function named(names) {
  let inner = "";
  for (let number = 0; number < names.length && number < MAX_NAMES; number++) {
    inner += (number === 0 ? "" : ",") + short(names[number]);
  }
  return "[" + inner + "]";
}

/** Writes an answer as JSON, by its exact type and within a size; see `docs/protocol.md`. */

import { short } from "./line.mjs";
import {
  ArrayPrototype,
  bigIntText,
  descriptorOf,
  inspect,
  isArray,
  isProxy,
  isSafeInteger,
  prototypeOf,
  quoted,
  slice,
  toText,
} from "./primordials.mjs";

const MAX_DEPTH = 64;
const MAX_SHOWN = 200;
const INSPECTED = {
  __proto__: null,
  depth: 1,
  maxArrayLength: 20,
  maxStringLength: 200,
  breakLength: Infinity,
  compact: true,
  showProxy: true,
};

/** Says which limit of the wire an answer breaks: `too_deep` or `too_large`, and by what. */
export class Unsendable {
  #ours = true;

  constructor(op, size) {
    this.op = op;
    this.size = size;
  }

  /** Whether what was thrown is one of these; a proxy of the submission's is not asked anything. */
  static is(thrown) {
    return typeof thrown === "object" && thrown !== null && #ours in thrown;
  }
}

/** The JSON of an answer; throws an `Unsendable` where it takes more than `maxChars`. */
export function written(value, maxChars) {
  const room = { __proto__: null, left: maxChars, most: maxChars };
  return write(value, room, 0);
}

function write(value, room, depth) {
  if (isPlainArray(value)) {
    if (depth === MAX_DEPTH) {
      throw new Unsendable("too_deep", MAX_DEPTH);
    }
    return writeItems(value, room, depth);
  }
  if (typeof value === "string" && value.length > room.left) {
    throw new Unsendable("too_large", value.length);
  }
  const text = scalar(value);
  spend(room, text.length + 1);
  return text;
}

function writeItems(values, room, depth) {
  const count = values.length;
  if (2 * count > room.left) {
    throw new Unsendable("too_large", room.most - room.left + 2 * count);
  }
  spend(room, 3);
  let inner = "";
  let last; // an engine says the same again and again
  let item = "";
  for (let place = 0; place < count; place++) {
    const value = values[place];
    if (typeof value === "string" && value === last) {
      spend(room, item.length);
    } else {
      item = write(value, room, depth + 1) + ",";
      last = value;
    }
    inner += item;
  }
  return "[" + slice(inner, 0, -1) + "]";
}

function spend(room, chars) {
  room.left -= chars;
  if (room.left < 0) {
    throw new Unsendable("too_large", room.most - room.left);
  }
}

function scalar(value) {
  switch (typeof value) {
    case "boolean":
      return value ? "true" : "false";
    case "string":
      return quoted(value);
    case "number":
      return numberText(value);
    default:
      return value === null ? "null" : other(typeName(value), shown(value), base(value));
  }
}

function numberText(value) {
  if (isSafeInteger(value)) {
    return "" + value; // -0 as 0, which it equals
  }
  if (value !== value) {
    return '{"float":"nan"}';
  }
  if (value === Infinity || value === -Infinity) {
    return value > 0 ? '{"float":"inf"}' : '{"float":"-inf"}';
  }
  return '{"float":"' + value + '"}';
}

function other(name, text, derived) {
  return '{"other":[' + short(name) + "," + short(text) + ',"' + derived + '"]}';
}

/** Whether it is a list like any other: no proxy, and of no class of the submission's own. */
export function isPlainArray(value) {
  return isArray(value) && !isProxy(value) && prototypeOf(value) === ArrayPrototype;
}

function base(value) {
  return isArray(value) ? "list" : "";
}

/** The name of a value's type: of its class where it is an object. */
export function typeName(value) {
  switch (typeof value) {
    case "bigint":
      return "BigInt";
    case "object":
      return value === null ? "null" : className(value);
    default:
      return typeof value;
  }
}

function className(value) {
  if (isProxy(value)) {
    return "Proxy";
  }
  try {
    let holder = value;
    while (holder !== null && !isProxy(holder)) {
      const found = descriptorOf(holder, "constructor");
      if (found !== undefined && typeof found.value === "function") {
        const name = descriptorOf(found.value, "name");
        return name !== undefined && typeof name.value === "string" && name.value !== ""
          ? name.value
          : "a class without a name";
      }
      holder = prototypeOf(holder);
    }
  } catch {
    return "a class without a name";
  }
  return "Object";
}

/** A short text for a value of any type, also one that does not want to be shown. */
export function shown(value) {
  let text;
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "bigint":
      text = bigIntText(value) + "n";
      break;
    case "string":
      text = quoted(value.length > MAX_SHOWN ? slice(value, 0, MAX_SHOWN) : value);
      break;
    case "symbol":
      text = toText(value);
      break;
    default:
      text = inspected(value);
  }
  return text.length > MAX_SHOWN ? slice(text, 0, MAX_SHOWN - 1) + "…" : text;
}

function inspected(value) {
  try {
    const text = inspect(value, INSPECTED);
    return typeof text === "string" ? text : "";
  } catch {
    return "it cannot be shown";
  }
}

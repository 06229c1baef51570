/** Describes what was thrown out of the submission, without our frames and within a size. */

import { typeName, shown } from "./answer.mjs";
import { isPartOfName } from "./entries.mjs";
import { short } from "./line.mjs";
import { placeOf } from "./syntax.mjs";
import {
  PlainSyntaxError,
  apply,
  descriptorOf,
  errorClass,
  indexOf,
  isNativeError,
  isSafeInteger,
  prototypeOf,
  push,
  quoted,
  same,
  slice,
  toNumber,
  trim,
  weakGet,
  weakSet,
} from "./primordials.mjs";

const MAX_MESSAGE = 2000;
const MAX_FRAMES = 10;
const MAX_CAUSES = 3;
const MOST = 0x7fffffff;
const STACK_LIMIT = 20;
const OURS = slice(import.meta.url, 0, import.meta.url.length - "report.mjs".length);

const sites = new WeakMap();

let own = { __proto__: null, path: "", url: "", name: "", lines: [], source: "" };
let driver = own;
let driverIsOurs = false;
let beside = [];
let folders = [];

/**
 * Keeps what V8 knows of the calls behind each error, from here on.
 *
 * V8 asks for the text of a stack when it is first wanted; a submission that has a way of its own
 * to write it gets its way, and its errors then have no frames here.
 */
export function watchErrors() {
  errorClass.stackTraceLimit = STACK_LIMIT;
  errorClass.prepareStackTrace = remember;
}

const remember = (error, calls) => {
  try {
    weakSet(sites, error, calls);
  } catch {
    // what is thrown may be anything, and then nothing is remembered of it
  }
  let text = heading(error);
  for (let number = 0; number < calls.length; number++) {
    text += "\n    at " + calls[number];
  }
  return text;
};

function heading(error) {
  try {
    return "" + error;
  } catch {
    return "Error";
  }
}

/** Has the frames of a file recognised as the submission's own, by its name and its text. */
export function knowOwnFile(path, url, name, source, known) {
  own = ownFile(path, url, name, source);
  folders = known;
}

/** The same of one that is handed in beside it. */
export function knowFileBeside(path, url, name, source) {
  push(beside, ownFile(path, url, name, source));
}

function ownFile(path, url, name, source) {
  const lines = [];
  let start = 0;
  for (let end = indexOf(source, "\n"); end >= 0; end = indexOf(source, "\n", start)) {
    push(lines, slice(source, start, end));
    start = end + 1;
  }
  push(lines, slice(source, start));
  return { __proto__: null, path, url, name, lines, source };
}

/** Has the frames of a driver recognised: as the submission's own, or left out where it is ours. */
export function knowDriver(url, name, source, isOurs) {
  driver = ownFile(url, url, name, source);
  driverIsOurs = isOurs;
}

/** The file of the submission that V8 calls so; null where it is none of them. */
function fileOf(called) {
  if (called === own.url || called === own.path) {
    return own;
  }
  for (let number = 0; number < beside.length; number++) {
    if (called === beside[number].url || called === beside[number].path) {
      return beside[number];
    }
  }
  return called === driver.url && !driverIsOurs && called !== "" ? driver : null;
}

/** What was thrown, and the errors that led to it, as a list with the latest first. */
export function exceptions(thrown) {
  let parts = "";
  const seen = [];
  let current = thrown;
  while (seen.length < MAX_CAUSES) {
    parts += (seen.length === 0 ? "" : ",") + one(current);
    push(seen, current);
    const cause = causeOf(current);
    if (cause === undefined || contains(seen, cause)) {
      break;
    }
    current = cause;
  }
  return "[" + parts + "]";
}

function contains(list, wanted) {
  for (let place = 0; place < list.length; place++) {
    if (same(list[place], wanted)) {
      return true;
    }
  }
  return false;
}

function causeOf(thrown) {
  if (!isNativeError(thrown)) {
    return undefined;
  }
  const found = descriptorOf(thrown, "cause");
  return found === undefined ? undefined : found.value;
}

function one(thrown) {
  try {
    return isNativeError(thrown) ? ofError(thrown) : ofAnything(thrown);
  } catch {
    return described("an error without a name", "", [], "null", "null", true);
  }
}

function ofAnything(thrown) {
  return described("a thrown " + typeName(thrown), shown(thrown), [], "null", "null", true);
}

function ofError(error) {
  const text = withoutPaths(plain(error, "message"));
  const kind = nameOf(error);
  const calls = callsOf(error);
  let place = "null";
  if (error instanceof PlainSyntaxError && ownCall(calls) === null) {
    const stack = plain(error, "stack");
    place = syntaxPlace(own, stack);
    for (let number = 0; number < beside.length && place === "null"; number++) {
      place = syntaxPlace(beside[number], stack);
    }
  }
  const number = plain(error, "errno", "number");
  const errno = isSafeInteger(number) && number <= 0 && -number <= MOST ? "" + -number : "null";
  return described(kind, text, place === "null" ? calls : [], place, errno, isByHand(error));
}

/**
 * Whether the submission itself made an error, and neither the engine nor a library.
 *
 * An error begins where it is made. Those that the engine makes have no class but its own, and one
 * of these that was thrown began as `new TypeError(…)`: that stands in the source at that place.
 * What `node:assert` throws begins where it was called.
 */
function isByHand(error) {
  const calls = weakGet(sites, error);
  const site = calls === undefined || calls.length === 0 ? undefined : calls[0];
  const file = fileOf(called(site, "getFileName") ?? called(site, "getScriptNameOrSourceURL"));
  const kind = madeByEngine(error);
  if (kind === "") {
    return plain(error, "code") !== "ERR_ASSERTION" && (site === undefined || file !== null);
  }
  const line = called(site, "getLineNumber");
  const column = called(site, "getColumnNumber");
  if (file === null || !isSafeInteger(line) || !isSafeInteger(column) || line > file.lines.length) {
    return false;
  }
  const text = slice(file.lines[line - 1], column - 1);
  const made = indexOf(text, "new ") === 0 ? trim(slice(text, 4)) : text;
  return indexOf(made, kind) === 0 && !isPartOfName(made, kind.length);
}

/** The name of the class of an error that the engine may have made; empty for any other. */
function madeByEngine(error) {
  const prototype = prototypeOf(error);
  for (let place = 0; place < OF_THE_ENGINE.length; place++) {
    if (OF_THE_ENGINE[place].prototype === prototype) {
      return OF_THE_ENGINE[place].kind;
    }
  }
  return "";
}

const OF_THE_ENGINE = [
  { __proto__: null, kind: "TypeError", prototype: TypeError.prototype },
  { __proto__: null, kind: "RangeError", prototype: RangeError.prototype },
  { __proto__: null, kind: "ReferenceError", prototype: ReferenceError.prototype },
];

function syntaxPlace(file, stack) {
  const found = markedPlace(file, stack) ?? placeOf(file.source, /\.[cm]?ts$/.test(file.name));
  if (found === null || found.line < 1 || found.line > file.lines.length) {
    return "null";
  }
  const text = file.lines[found.line - 1];
  const fits = text.length <= 200;
  return (
    '{"file":' + short(file.name) +
    ',"line":' + found.line +
    ',"text":' + (fits ? quoted(text) : '""') +
    ',"offset":' + (fits ? found.column + 1 : "null") + "}"
  );
}

/**
 * The place that V8 marks at the head of a stack: the file and its line, that line, and a `^` below.
 *
 * It does so for CommonJS and TypeScript, not for modules.
 */
function markedPlace(file, stack) {
  const places = [file.path + ":", file.url + ":"];
  for (let number = 0; number < places.length; number++) {
    if (file.path !== "" && indexOf(stack, places[number]) === 0) {
      const end = indexOf(stack, "\n");
      const line = toNumber(slice(stack, places[number].length, end));
      const below = indexOf(stack, "\n", end + 1);
      const column = indexOf(slice(stack, below + 1, indexOf(stack, "\n", below + 1)), "^");
      return isSafeInteger(line) && column >= 0 ? { __proto__: null, line, column } : null;
    }
  }
  return null;
}

/** A property that is text, or of another type that is wanted, without running anything twice. */
function plain(thing, name, type = "string") {
  try {
    const value = thing[name];
    return typeof value === type ? value : type === "string" ? "" : undefined;
  } catch {
    return type === "string" ? "(its text cannot be shown)" : undefined;
  }
}

/** The name that an error goes by: its own, or that of its class where it has none of its own. */
function nameOf(error) {
  const name = plain(error, "name");
  const kind = typeName(error);
  const inherited = name === "" || name === "Error";
  return inherited && kind !== "Object" && kind !== "Proxy" ? kind : name || "Error";
}

function callsOf(error) {
  try {
    void error.stack; // which has V8 hand over the calls, if nobody has asked before
  } catch {
    // a stack of the submission's own making
  }
  const calls = weakGet(sites, error);
  const found = [];
  for (let number = (calls === undefined ? 0 : calls.length) - 1; number >= 0; number--) {
    const call = callAt(calls[number]);
    if (call !== null) {
      push(found, call);
    }
  }
  return found;
}

function callAt(site) {
  const file = called(site, "getFileName") ?? called(site, "getScriptNameOrSourceURL") ?? "";
  const line = called(site, "getLineNumber") ?? 0;
  if (typeof file !== "string" || indexOf(file, OURS) === 0 || indexOf(file, "node:") === 0) {
    return null;
  }
  if (file === "" || (driverIsOurs && file === driver.url)) {
    return null; // a built-in function, as that of `map`, which has no line; or a driver of ours
  }
  return {
    __proto__: null,
    own: fileOf(file),
    file: shortFile(file),
    line: isSafeInteger(line) && line > 0 && line <= MOST ? line : 0,
    name: functionName(site),
  };
}

function functionName(site) {
  const name = called(site, "getFunctionName");
  if (typeof name !== "string" || name === "") {
    return "<anonymous>";
  }
  return called(site, "isConstructor") === true ? "new " + name : name;
}

function called(site, method) {
  try {
    return apply(site[method], site, []);
  } catch {
    return undefined;
  }
}

function ownCall(calls) {
  for (let number = calls.length - 1; number >= 0; number--) {
    if (calls[number].own !== null) {
      return calls[number];
    }
  }
  return null;
}

function described(name, text, calls, place, errno, byHand) {
  const leftOut = calls.length > 2 * MAX_FRAMES ? calls.length - 2 * MAX_FRAMES : 0;
  let frames = "";
  for (let number = 0; number < calls.length; number++) {
    if (leftOut && number >= MAX_FRAMES && number < MAX_FRAMES + leftOut) {
      continue;
    }
    frames += (frames === "" ? "" : ",") + frame(calls[number]);
  }
  const innermost = ownCall(calls);
  const cut = text.length > MAX_MESSAGE ? text.length - MAX_MESSAGE : 0;
  return (
    '{"type":' + short(name) +
    ',"message":' + quoted(cut ? slice(text, 0, MAX_MESSAGE) : text) +
    ',"cut":' + cut +
    ',"frames":[' + frames + "]" +
    ',"left_out":' + leftOut +
    ',"own_line":' + (innermost === null ? "null" : frame(innermost)) +
    ',"notes":[],"syntax":' + place +
    ',"errno":' + errno +
    ',"by_hand":' + byHand + "}"
  );
}

function frame(call) {
  const known = call.own !== null && call.line >= 1 && call.line <= call.own.lines.length;
  const source = known ? trim(call.own.lines[call.line - 1]) : "";
  const isBeside = call.own !== null && call.own !== own;
  return (
    '{"file":' + short(call.file) +
    ',"line":' + call.line +
    ',"function":' + short(call.name) +
    ',"source":' + short(source) + (isBeside ? ',"beside":true' : "") + "}"
  );
}

/** A file as it is called in reports: no path that differs from run to run. */
function shortFile(file) {
  const known = fileOf(file);
  if (known !== null) {
    return known.name;
  }
  const path = indexOf(file, "file://") === 0 ? slice(file, "file://".length) : file;
  for (let number = 0; number < folders.length; number++) {
    if (indexOf(path, folders[number]) === 0) {
      return slice(path, folders[number].length);
    }
  }
  let start = 0;
  for (let at = indexOf(path, "/"); at >= 0; at = indexOf(path, "/", start)) {
    start = at + 1;
  }
  return slice(path, start);
}

function withoutPaths(text) {
  let result = text;
  if (own.path !== "") {
    result = replaced(replaced(result, own.url, own.name), own.path, own.name);
  }
  for (let number = 0; number < folders.length; number++) {
    result = replaced(result, folders[number], "");
  }
  return result;
}

function replaced(text, old, fresh) {
  let result = "";
  let start = 0;
  for (let at = indexOf(text, old); at >= 0; at = indexOf(text, old, start)) {
    result += slice(text, start, at) + fresh;
    start = at + old.length;
  }
  return result + slice(text, start);
}

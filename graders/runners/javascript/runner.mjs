/**
 * Runs one submission in JavaScript or TypeScript and answers its grader, one JSON line a message.
 *
 * This is the only code of ours in the submission's process, and the submission can reach all of
 * it: nothing here is a secret, nothing here decides. The messages are those of
 * `docs/protocol.md`. Once the file is loaded nothing waits for the event loop: between two
 * messages nothing of the submission runs, and after the last one nothing at all.
 *
 * Started with the place of the board that candidates import and, where nothing is confined, the
 * mark behind which it says before each reply what was used so far.
 */

import { readdirSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

import { Unsendable, written } from "./answer.mjs";
import { callable, entries, exportsOf, nearMisses, ownerOf, propertyName } from "./entries.mjs";
import { callBeforeReplies, named, receive, send } from "./line.mjs";
import {
  PlainSyntaxError,
  apply,
  construct,
  contents,
  defineProperty,
  descriptorOf,
  encoded,
  has,
  indexOf,
  isArray,
  later,
  mapGet,
  mapHas,
  mapSet,
  NewMap,
  push,
  quoted,
  slice,
  then,
  trim,
  sourceOf,
  toNumber,
} from "./primordials.mjs";
import { exceptions, knowDriver, knowFileBeside, knowOwnFile, watchErrors } from "./report.mjs";
import { survey } from "./survey.mjs";
import { readByPackage } from "./syntax.mjs";
import { tallying } from "./tally.mjs";

const WIRE_VERSION = 3;
const ROOM_FOR_NOTHING = 64;
const LEAVE = process.reallyExit;
const NEVER_DONE = "its top-level await waits for something that never comes";

const boardPlace = process.argv[2];
const mark = process.argv[3];
const { Board, Player } = await import(pathToFileURL(boardPlace).href);
// Where nothing hides it, a frame of the board tells the place that a link leads to.
const aboveBoard = dirname(dirname(realpathSync(boardPlace))) + "/";
const fromMoves = Board.fromMoves;
const drawn = Board.prototype.toString;
const players = { __proto__: null, R: Player.RED, Y: Player.YELLOW };

const given = new NewMap();
const typed = [];
let steps = 0;
let exported;
let entry;
let isLoading = false;

function leave(code) {
  apply(LEAVE, process, [code]);
}

/**
 * Has a stream write at once what is printed.
 *
 * Node leaves what a full pipe does not take for a turn of the event loop; between two messages
 * there is none. The stream is made when it is first used.
 */
function writeAtOnce(name) {
  const { get } = descriptorOf(process, name);
  const known = { __proto__: null, configurable: true, enumerable: true };
  const opened = () => {
    const stream = apply(get, process, []);
    stream._handle?.setBlocking?.(true);
    defineProperty(process, name, { ...known, __proto__: null, get: () => stream });
    return stream;
  };
  defineProperty(process, name, { ...known, __proto__: null, get: opened });
}

/** Does as each message says, until the grader goes away or a file has to be loaded. */
function goOn() {
  for (;;) {
    const message = receive();
    if (message === null) {
      leave(0);
    }
    if (message.op === "load") {
      startLoading(message);
      return;
    }
    if (message.op === "survey") {
      answerSurvey(message);
    } else {
      obey(message);
    }
  }
}

function obey(message) {
  if (message.op === "call") {
    if (entry !== undefined) {
      answer(message, callEntry);
    }
  } else if (exported !== undefined) {
    answerStep(message);
  }
}

function startLoading(message) {
  process.argv = [process.argv[0], message.name];
  knowFile(message.path, message.name, contents(message.path), message.library, message.root);
  watchErrors();
  isLoading = true;
  try {
    typed.forEach(readByPackage);
  } catch (error) {
    giveUpLoading(error);
    return;
  }
  process.on("uncaughtException", giveUpLoading);
  process.on("beforeExit", () => {
    giveUpLoading(new NeverLoadedError(NEVER_DONE));
  });
  // One turn of the event loop later whatever was rejected and never caught has been told.
  const whenLoaded = (found) => later(() => endLoading(message, found));
  load(pathToFileURL(message.path).href, whenLoaded);
}

/**
 * Has a module loaded and `whenLoaded` told what it exports.
 *
 * A promise that is resolved with an object that has a function `then` calls it and waits for what
 * that gives, and a module may export one. So it is asked for by one of ours, which exports what
 * the other does as one thing.
 */
function load(url, whenLoaded) {
  const ours = "import * as whole from " + quoted(url) + "; export { whole };";
  const told = (namespace) => whenLoaded(namespace.whole);
  then(import("data:text/javascript," + encoded(ours)), told, giveUpLoading);
}

function knowFile(path, name, source, library, root = "") {
  noteIfTyped(path, source);
  const own = slice(path, 0, path.length - lastPart(path).length);
  const folder = root === "" ? own : root + "/";
  if (root !== "") {
    knowFilesBeside(path, folder);
  }
  knowOwnFile(path, pathToFileURL(path).href, name, source, [library + "/", folder, aboveBoard]);
}

/** Has the other source files of a folder known by their names in it; all before any of it runs. */
function knowFilesBeside(entry, folder) {
  for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = (found.parentPath ?? found.path) + "/" + found.name;
    const whole = path.replaceAll("//", "/");
    if (found.isFile() && whole !== entry && /\.[cm]?[jt]s$/.test(whole)) {
      const name = slice(whole, folder.length);
      const source = contents(whole);
      noteIfTyped(whole, source);
      knowFileBeside(whole, pathToFileURL(whole).href, name, source);
    }
  }
}

function noteIfTyped(path, source) {
  if (isTyped(path)) {
    push(typed, source);
  }
}

function lastPart(path) {
  let start = 0;
  for (let at = indexOf(path, "/"); at >= 0; at = indexOf(path, "/", start)) {
    start = at + 1;
  }
  return slice(path, start);
}

class NeverLoadedError extends Error {}

function giveUpLoading(error) {
  if (isLoading) {
    isLoading = false;
    answerError(error, "");
    goOn();
  }
}

function endLoading(message, found) {
  if (!isLoading) {
    return;
  }
  isLoading = false;
  try {
    exported = exportsOf(found);
    if (message.driver !== null) {
      startDriver(message);
      return;
    }
    answerFound(message);
  } catch (error) {
    exported = undefined;
    answerError(error, "");
  }
  goOn();
}

function answerFound(message) {
  if (message.function === "") {
    answerLoadedForSession(message);
  } else {
    answerLoaded(message);
  }
}

/** Loads a driver, which finds what the submission exports in `globalThis.submission`. */
function startDriver(message) {
  const submission = { __proto__: null };
  for (let place = 0; place < exported.names.length; place++) {
    const name = exported.names[place];
    submission[name] = mapGet(exported.values, name);
  }
  defineProperty(globalThis, "submission", { __proto__: null, value: submission });
  const url = "data:text/javascript," + encoded(message.driver.source);
  knowDriver(url, message.driver.name, message.driver.source, message.driver.ours);
  exported = undefined;
  isLoading = true;
  const whenLoaded = (found) => {
    if (isLoading) {
      isLoading = false;
      try {
        exported = exportsOf(found);
        answerFound(message);
      } catch (error) {
        answerError(error, "");
      }
      goOn();
    }
  };
  load(url, whenLoaded);
}

function answerLoaded(message) {
  const found = entries(exported, message.function, message.as_method);
  const names = [];
  for (let place = 0; place < found.length; place++) {
    push(names, found[place].name);
  }
  const others = found.length === 1 ? [] : nearMisses(exported, message.function);
  if (found.length === 0) {
    addWhatIsNotExported(others, message.path);
  }
  entry = found[0];
  send("loaded", ',"found":' + named(names) + ',"names":' + named(others));
}

function answerLoadedForSession(message) {
  const found = [];
  let missing = "";
  for (let place = 0; place < message.names.length; place++) {
    const name = message.names[place];
    if (callable(exported, name) !== undefined) {
      push(found, name);
    } else {
      missing ||= name;
    }
  }
  const others = missing === "" ? [] : nearMisses(exported, missing);
  if (missing !== "") {
    addWhatIsNotExported(others, message.path);
  }
  send("loaded", ',"found":' + named(found) + ',"names":' + named(others));
}

/** Adds what a file defines and keeps to itself: that it is not exported is all that it lacks. */
function addWhatIsNotExported(names, path) {
  try {
    const found = survey(contents(path), isTyped(path));
    const defined = [...found.functions];
    found.methods.forEach((methods, name) => {
      push(defined, name);
      methods.forEach((method) => push(defined, name + "." + method));
    });
    for (let place = 0; place < defined.length; place++) {
      const whole = defined[place];
      const dot = indexOf(whole, ".");
      if (!mapHas(exported.values, dot < 0 ? whole : slice(whole, 0, dot))) {
        push(names, whole);
      }
    }
  } catch {
    // a submission that has changed what a parser stands on gets no advice
  }
}

function callEntry(message, args) {
  if (entry.method === "") {
    return apply(entry.thing, entry.owner, args);
  }
  const made = construct(entry.thing, entry.isConstructedWith ? args : []);
  return apply(made[entry.method], made, entry.isCalledWith ? args : []);
}

/** Takes one step of a session and says what came of it; keeps what it gives. */
function answerStep(message) {
  const number = steps;
  steps += 1;
  answer(message, (asked, args) => {
    const made = stepTaken(asked, args);
    mapSet(given, number, made);
    return asked.op === "construct" ? null : made;
  });
}

function stepTaken(message, args) {
  if (message.op === "construct") {
    const cls = callable(exported, message.name);
    if (!message.usual && args.length > 0 && takesNothing(cls)) {
      throw new NotImplementedError("other arguments than the usual ones");
    }
    return construct(cls, args);
  }
  if (message.on === null) {
    const owner = ownerOf(exported, message.function);
    return apply(callable(exported, message.function), owner, args);
  }
  const thing = mapGet(given, message.on);
  const name = propertyName(thing, message.function);
  const method = thing === null || thing === undefined ? undefined : thing[name];
  if (typeof method !== "function") {
    throw new NotImplementedError("there is no " + name);
  }
  return apply(method, thing, args);
}

class NotImplementedError extends Error {}

/** Whether a class is constructed without arguments, by its text: a default hides from `length`. */
function takesNothing(cls) {
  const text = sourceOf(cls);
  let at = indexOf(text, "constructor");
  while (at > 0 && slice(text, at - 1, at) === ".") {
    at = indexOf(text, "constructor", at + 1); // that of `this.constructor`
  }
  if (at < 0) {
    return indexOf(text, "extends") < 0;
  }
  const open = indexOf(text, "(", at);
  return trim(slice(text, open + 1, indexOf(text, ")", open))) === "";
}

/** Says what is made of the arguments of a message. */
function answer(message, made) {
  const boards = [];
  try {
    const node = has(message, "arguments") ? message.arguments : [];
    for (let place = 0; place < node.length; place++) {
      node[place] = argument(node[place], boards);
    }
    const value = made(message, node);
    const most = has(message, "max_chars") ? message.max_chars : ROOM_FOR_NOTHING;
    answerReturned(message.nonce, written(value, most), changed(boards));
  } catch (error) {
    if (Unsendable.is(error)) {
      send(error.op, ',"nonce":' + quoted(message.nonce) + ',"size":' + error.size);
    } else {
      answerError(error, message.nonce);
    }
  }
}

function answerReturned(nonce, text, touched) {
  send(
    "returned",
    ',"nonce":' + quoted(nonce) + ',"value":' + text + ',"board_changed":' + touched,
  );
}

/** Says what was thrown out of the submission. */
function answerError(error, nonce) {
  const errors = exceptions(error);
  send("raised", ',"nonce":' + quoted(nonce) + ',"errors":' + errors + ',"memory":false');
}

/** Builds one argument from its wire form; keeps each board beside its drawing. */
function argument(node, boards) {
  if (isArray(node)) {
    for (let place = 0; place < node.length; place++) {
      node[place] = argument(node[place], boards);
    }
    return node;
  }
  if (typeof node !== "object" || node === null) {
    return node;
  }
  if (has(node, "step")) {
    return mapGet(given, node.step);
  }
  if (has(node, "tuple")) {
    return argument(node.tuple, boards);
  }
  if (has(node, "rows")) {
    return node.rows;
  }
  if (has(node, "float")) {
    return numberIn(node.float);
  }
  const board = apply(fromMoves, Board, [node.board[0], players[node.board[1]]]);
  push(boards, { __proto__: null, board, before: picture(board) });
  return board;
}

/** The number that a text of the wire stands for. */
function numberIn(text) {
  if (text === "inf" || text === "-inf") {
    return text === "inf" ? Infinity : -Infinity;
  }
  return text === "nan" ? NaN : toNumber(text);
}

function picture(board) {
  return apply(drawn, board, []) + board.currentPlayer;
}

/** Whether a board is not as it was handed over. */
function changed(boards) {
  for (let place = 0; place < boards.length; place++) {
    try {
      if (picture(boards[place].board) !== boards[place].before) {
        return true;
      }
    } catch {
      return true;
    }
  }
  return false;
}

/** Says what the submission's file defines, without running it. */
function answerSurvey(message) {
  let functions = [];
  let others = [];
  let methods = [];
  let problem = "null";
  try {
    const source = contents(message.path);
    knowFile(message.path, message.name, source, boardPlace);
    const found = survey(source, isTyped(message.path));
    functions = [...found.functions];
    others = [...found.others];
    methods = [...found.methods];
  } catch (error) {
    watchErrors();
    const told = error instanceof PlainSyntaxError ? error : new PlainSyntaxError(String(error));
    problem = exceptions(told);
  }
  const parts = { functions, others, methods };
  const fields = Object.entries(parts).map(([name, list]) => `,"${name}":${JSON.stringify(list)}`);
  send("surveyed", `,"problem":${problem}${fields.join("")}`);
}

function isTyped(path) {
  return /\.[cm]?ts$/.test(path);
}

writeAtOnce("stdout");
writeAtOnce("stderr");
if (mark !== undefined) {
  callBeforeReplies(tallying(mark));
}
process.argv = [process.argv[0]]; // what follows is nobody's but ours
send("ready", ',"version":' + WIRE_VERSION);
goOn();

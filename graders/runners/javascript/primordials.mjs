/**
 * What the runner needs of the language, taken hold of before a submission is loaded.
 *
 * A submission may change everything that it can reach: `Array.prototype`, `JSON`, `Reflect`. So
 * the runner calls only what is kept here, never a method of an object, and has no loops or
 * patterns that ask an array for its iterator.
 */

import fs from "node:fs";
import { Buffer } from "node:buffer";
import { inspect as nodeInspect, types } from "node:util";

export const apply = Reflect.apply;
export const construct = Reflect.construct;
export const ownKeys = Reflect.ownKeys;
export const prototypeOf = Reflect.getPrototypeOf;
export const descriptorOf = Reflect.getOwnPropertyDescriptor;
export const defineProperty = Reflect.defineProperty;
export const deleteProperty = Reflect.deleteProperty;
export const isArray = Array.isArray;
export const isSafeInteger = Number.isSafeInteger;
export const same = Object.is;
export const ObjectPrototype = Object.prototype;
export const ArrayPrototype = Array.prototype;
export const FunctionPrototype = Function.prototype;
export const PlainTypeError = TypeError;
export const PlainSyntaxError = SyntaxError;
export const inspect = nodeInspect;
export const isProxy = types.isProxy;
export const isNativeError = types.isNativeError;
export const later = setImmediate;
export const parseJson = JSON.parse;
export const toText = String;
export const toNumber = Number;
export const toObject = Object;
export const errorClass = Error;
export const encoded = encodeURIComponent;

const writeJson = JSON.stringify;

/** A method as a function that takes the object first. */
function uncurried(method) {
  return (thing, ...rest) => apply(method, thing, rest);
}

export const indexOf = uncurried(String.prototype.indexOf);
export const slice = uncurried(String.prototype.slice);
export const trim = uncurried(String.prototype.trim);
export const codeAt = uncurried(String.prototype.charCodeAt);
export const upper = uncurried(String.prototype.toUpperCase);
export const bigIntText = uncurried(BigInt.prototype.toString);
export const sourceOf = uncurried(Function.prototype.toString);
export const then = uncurried(Promise.prototype.then);
export const mapGet = uncurried(Map.prototype.get);
export const mapHas = uncurried(Map.prototype.has);
export const mapSet = uncurried(Map.prototype.set);
export const weakGet = uncurried(WeakMap.prototype.get);
export const weakSet = uncurried(WeakMap.prototype.set);
export const NewMap = Map;

const latin1Slice = uncurried(Buffer.prototype.latin1Slice);
const utf8Write = uncurried(Buffer.prototype.utf8Write);
const newBytes = Buffer.allocUnsafeSlow;
const readFd = fs.readSync;
const writeFd = fs.writeSync;
const readFile = fs.readFileSync;
const CHUNK = Buffer.alloc(1 << 16);
const UTF8 = "utf8";
const BYTE_ORDER_MARK = 0xfeff;

/** Whether a thing itself has a property, whatever it inherits. */
export function has(thing, name) {
  return descriptorOf(thing, name) !== undefined;
}

/** Adds an item at the end of a list, whatever setters there are for its place. */
export function push(list, item) {
  defineProperty(list, list.length, {
    __proto__: null,
    value: item,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** A text as JSON. */
export function quoted(text) {
  return writeJson(text);
}

/** What a file says, without a mark of the byte order, as Node reads it; it may throw. */
export function contents(path) {
  const text = readFile(path, UTF8);
  return codeAt(text, 0) === BYTE_ORDER_MARK ? slice(text, 1) : text;
}

/** The next bytes of a descriptor as text, one character a byte; empty at its end. */
export function readSome(descriptor) {
  calm();
  const count = readFd(descriptor, CHUNK, 0, CHUNK.length, null);
  return latin1Slice(CHUNK, 0, count);
}

/** Writes all of a text. */
export function writeAll(descriptor, text) {
  calm();
  const bytes = newBytes(3 * text.length);
  const count = utf8Write(bytes, text);
  let done = 0;
  while (done < count) {
    done += writeFd(descriptor, bytes, done, count - done, null);
  }
}

/**
 * Takes away what makes Node believe that reading and writing failed: it looks for these names in
 * an object of its own, which has every name that anybody gives to `Object.prototype`.
 */
function calm() {
  for (let number = 0; number < MISLEADING.length; number++) {
    if (descriptorOf(ObjectPrototype, MISLEADING[number]) !== undefined) {
      deleteProperty(ObjectPrototype, MISLEADING[number]);
    }
  }
}

const MISLEADING = ["errno", "code", "error", "path", "dest"];

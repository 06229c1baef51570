/** Finds what a loaded submission offers to be called. */

import { isPlainArray } from "./answer.mjs";
import { camelCase } from "./names.mjs";
import {
  FunctionPrototype,
  ObjectPrototype,
  codeAt,
  descriptorOf,
  has,
  indexOf,
  isProxy,
  mapGet,
  mapHas,
  mapSet,
  NewMap,
  ownKeys,
  prototypeOf,
  push,
  same,
  sourceOf,
  toObject,
} from "./primordials.mjs";

/** The name of a default export that has no name of its own. */
const DEFAULT = "default";

/**
 * What a module exports, by name, in order: `{names, values, owners, whole}`.
 *
 * What CommonJS assigns to `module.exports` is its default export: a function or class counts by
 * its own name, of an object each property counts. That object owns them: as its methods they are
 * called on it.
 */
export function exportsOf(namespace) {
  const found = { __proto__: null, names: [], values: new NewMap(), owners: new NewMap() };
  let whole;
  const keys = ownKeys(namespace);
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place];
    if (key === DEFAULT) {
      whole = namespace[key];
    } else if (typeof key === "string" && key !== "module.exports" && key !== "__esModule") {
      add(found, key, namespace[key]);
    }
  }
  if (typeof whole === "function") {
    const name = ownName(whole);
    add(found, name === "" ? DEFAULT : name, whole);
  } else if (isObject(whole)) {
    addProperties(found, whole);
    found.whole = whole;
  }
  return found;
}

function addProperties(found, whole) {
  const keys = ownKeys(whole);
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place];
    const property = descriptorOf(whole, key);
    if (typeof key === "string" && property !== undefined && has(property, "value")) {
      add(found, key, property.value);
      if (same(mapGet(found.values, key), property.value)) {
        mapSet(found.owners, key, whole);
      }
    }
  }
}

function add(found, name, value) {
  if (!mapHas(found.values, name)) {
    push(found.names, name);
    mapSet(found.values, name, value);
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !isPlainArray(value) && !isProxy(value);
}

/** A function's own name, empty where it has none. */
function ownName(thing) {
  const name = valueOf(thing, "name");
  return typeof name === "string" && name !== DEFAULT ? name : "";
}

/** What is exported by a name, spelled either way; undefined where nothing callable is. */
export function callable(exported, name) {
  return mapGet(exported.values, spelling(exported, name));
}

/** The object that what `callable` finds belongs to; undefined where it belongs to none. */
export function ownerOf(exported, name) {
  return mapGet(exported.owners, spelling(exported, name));
}

/** How what can be called by a name is spelled; undefined where there is no such thing. */
function spelling(exported, name) {
  const spellings = [camelCase(name), name];
  for (let place = 0; place < spellings.length; place++) {
    if (typeof mapGet(exported.values, spellings[place]) === "function") {
      return spellings[place];
    }
  }
  return undefined;
}

/**
 * Everything that could be called by `name`: `[{name, thing, method, owner}]`, `method` empty for
 * a function, which is called on its owner, if it has one.
 *
 * A function that uses such a class is what is meant: the class is then none of them. A default
 * export without a name is meant for the function where nothing else has the name. Where nothing
 * else can be called, an instance that is exported as a whole may have such a method, or a class
 * one that is static.
 */
export function entries(exported, name, asMethod) {
  const found = [];
  let thing = callable(exported, name);
  if (thing === undefined && typeof mapGet(exported.values, DEFAULT) === "function") {
    thing = mapGet(exported.values, DEFAULT);
  }
  if (thing !== undefined && !isClass(thing)) {
    push(found, entry(camelCase(name), thing, "", ownerOf(exported, name)));
  }
  if (asMethod) {
    const classes = classesWith(exported, name);
    const wraps = found.length > 0 && usesOneOf(thing, classes);
    for (let place = 0; place < classes.length && !wraps; place++) {
      push(found, classes[place]);
    }
    if (found.length === 0) {
      addMethodOfWhole(found, exported.whole, name);
      addStaticMethods(found, exported, name);
    }
  }
  return found;
}

function addMethodOfWhole(found, whole, name) {
  const method = methodOf(whole, name);
  if (method !== "") {
    push(found, entry(method, inherited(whole, method).value, "", whole));
  }
}

function addStaticMethods(found, exported, name) {
  const seen = [];
  for (let place = 0; place < exported.names.length; place++) {
    const cls = mapGet(exported.values, exported.names[place]);
    const method = isClass(cls) ? methodOf(cls, name) : "";
    if (method !== "" && !isAmong(seen, cls)) {
      const thing = inherited(cls, method).value;
      push(seen, { __proto__: null, thing: cls });
      push(found, entry(exported.names[place] + "." + method, thing, "", cls));
    }
  }
}

function entry(name, thing, method, owner) {
  return { __proto__: null, name, thing, method, owner };
}

/**
 * A method of a class that is constructed for the call.
 *
 * The arguments go to the method where it has parameters that must be given, and to the constructor
 * where that has some, or where the method has none.
 */
function methodEntry(name, cls, method) {
  const isCalledWith = parameters(inherited(valueOf(cls, "prototype"), method).value) > 0;
  const isConstructedWith = !isCalledWith || parameters(cls) > 0;
  const whole = name + "." + method;
  return { __proto__: null, ...entry(whole, cls, method), isCalledWith, isConstructedWith };
}

/** How many parameters of a function have no default; of a class, those of its constructor. */
function parameters(thing) {
  const count = valueOf(thing, "length");
  return typeof count === "number" ? count : 0;
}

function valueOf(thing, name) {
  const property = isProxy(thing) ? undefined : descriptorOf(thing, name);
  return property !== undefined && has(property, "value") ? property.value : undefined;
}

function classesWith(exported, name) {
  const found = [];
  for (let place = 0; place < exported.names.length; place++) {
    const thing = mapGet(exported.values, exported.names[place]);
    const method = methodNamed(thing, name);
    if (method !== "" && !isAmong(found, thing)) {
      push(found, methodEntry(exported.names[place], thing, method));
    }
  }
  return withoutBases(found);
}

function isAmong(found, thing) {
  for (let place = 0; place < found.length; place++) {
    if (found[place].thing === thing) {
      return true;
    }
  }
  return false;
}

/** Leaves out classes that only others derive from. */
function withoutBases(found) {
  const meant = [];
  for (let place = 0; place < found.length; place++) {
    let isBase = false;
    for (let other = 0; other < found.length; other++) {
      isBase ||= derives(found[other].thing, found[place].thing);
    }
    if (!isBase) {
      push(meant, found[place]);
    }
  }
  return meant;
}

function derives(cls, base) {
  let above = prototypeOf(cls);
  while (above !== null && above !== FunctionPrototype && !isProxy(above)) {
    if (above === base) {
      return true;
    }
    above = prototypeOf(above);
  }
  return false;
}

/** How a class spells a method; empty where it is no class, or has none. */
function methodNamed(thing, name) {
  if (typeof thing !== "function" || isProxy(thing)) {
    return "";
  }
  return methodOf(valueOf(thing, "prototype"), name);
}

/** How an object spells a method, its own or inherited; empty where it has none. */
function methodOf(holder, name) {
  const spellings = [camelCase(name), name];
  for (let place = 0; place < spellings.length; place++) {
    const property = inherited(holder, spellings[place]);
    if (property !== undefined && typeof property.value === "function") {
      return spellings[place];
    }
  }
  return "";
}

/** Whether a value can have properties of its own: an object, or a function. */
function isAnyObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function inherited(holder, name) {
  let current = holder;
  while (isAnyObject(current) && current !== ObjectPrototype && current !== FunctionPrototype) {
    if (isProxy(current)) {
      return undefined;
    }
    const property = descriptorOf(current, name);
    if (property !== undefined) {
      return property;
    }
    current = prototypeOf(current);
  }
  return undefined;
}

/** Whether a function was written as a class, or has methods as one of the old style. */
function isClass(thing) {
  if (typeof thing !== "function" || isProxy(thing)) {
    return false;
  }
  if (indexOf(sourceOf(thing), "class") === 0) {
    return true;
  }
  const holder = valueOf(thing, "prototype");
  if (typeof holder !== "object" || holder === null || prototypeOf(holder) !== ObjectPrototype) {
    return false; // a generator function has a prototype too, and derives from others
  }
  return ownKeys(holder).length > 1;
}

function usesOneOf(thing, classes) {
  const source = sourceOf(thing);
  for (let place = 0; place < classes.length; place++) {
    if (names(source, ownName(classes[place].thing))) {
      return true;
    }
  }
  return false;
}

/** Whether a source holds a name as a word of its own. */
function names(source, name) {
  for (let at = name === "" ? -1 : indexOf(source, name); at >= 0; ) {
    if (!isPartOfName(source, at - 1) && !isPartOfName(source, at + name.length)) {
      return true;
    }
    at = indexOf(source, name, at + 1);
  }
  return false;
}

/** Whether the character at a place can be a part of a name. */
export function isPartOfName(source, at) {
  if (at < 0 || at >= source.length) {
    return false;
  }
  const code = codeAt(source, at);
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code === 36 || code > 127;
}

/** The exported names of what can be called; a method called `name` as `Class.name`. */
export function nearMisses(exported, name) {
  const found = [];
  const classes = classesWith(exported, name);
  for (let place = 0; place < classes.length; place++) {
    push(found, classes[place].name);
  }
  for (let place = 0; place < exported.names.length; place++) {
    if (typeof mapGet(exported.values, exported.names[place]) === "function") {
      push(found, exported.names[place]);
    }
  }
  return found;
}

/** What a name spelled in either way finds in an object: its own spelling first. */
export function propertyName(thing, name) {
  const camel = camelCase(name);
  return thing !== null && thing !== undefined && !(name in toObject(thing)) ? camel : name;
}

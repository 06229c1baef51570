/** Tells what a file or an object has to offer: names, kinds and parameters. */

import { exportsOf, isAnyObject, isClass, isPublic } from "./entries.mjs";
import { short } from "./line.mjs";
import {
  FunctionPrototype,
  ObjectPrototype,
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
  sourceOf,
} from "./primordials.mjs";
import { treeOf } from "./syntax.mjs";

const MOST_MEMBERS = 500;
const MOST_PARAMETERS = 30;

/** Everything public that a module exports, by name, as JSON: `[name, kind, parameters]` each. */
export function membersOfFile(namespace) {
  const exported = exportsOf(namespace);
  const found = [];
  for (let place = 0; place < exported.names.length; place++) {
    const name = exported.names[place];
    const thing = mapGet(exported.values, name);
    if (typeof thing === "function" && isPublic(name)) {
      insert(found, name, isClass(thing) ? "class" : "function", thing);
    }
  }
  return joined(found);
}

/** The public members of an object, inherited ones too, as JSON; no property is run. */
export function membersOf(thing) {
  const seen = new NewMap();
  const found = [];
  let holder = thing;
  while (isAnyObject(holder) && holder !== ObjectPrototype && holder !== FunctionPrototype) {
    if (isProxy(holder)) {
      break;
    }
    const keys = ownKeys(holder);
    for (let place = 0; place < keys.length; place++) {
      const name = keys[place];
      if (isPublic(name) && name !== "constructor" && !mapHas(seen, name)) {
        mapSet(seen, name, true);
        const property = descriptorOf(holder, name);
        const value = property !== undefined && has(property, "value") ? property.value : undefined;
        insert(found, name, typeof value === "function" ? "method" : "value", value);
      }
    }
    holder = prototypeOf(holder);
  }
  return joined(found);
}

/** Puts a member in its place by name; beyond the most that are told, none is taken in. */
function insert(found, name, kind, thing) {
  if (found.length >= MOST_MEMBERS) {
    return;
  }
  let place = found.length;
  push(found, undefined);
  for (; place > 0 && found[place - 1].name > name; place--) {
    found[place] = found[place - 1];
  }
  found[place] = { __proto__: null, name, kind, thing: kind === "value" ? undefined : thing };
}

function joined(found) {
  let inner = "";
  for (let place = 0; place < found.length; place++) {
    const { name, kind, thing } = found[place];
    const comma = place === 0 ? "" : ",";
    inner += comma + "[" + short(name) + ',"' + kind + '",' + parametersOf(thing) + "]";
  }
  return "[" + inner + "]";
}

/** The parameters of a function or of a class's constructor; by their number where nameless. */
function parametersOf(thing) {
  if (thing === undefined) {
    return "[]";
  }
  try {
    const found = parametersIn(sourceOf(thing));
    if (found !== null) {
      return found;
    }
  } catch {
    // what cannot be parsed by itself: its parameters have a number, if no names
  }
  const count = descriptorOf(thing, "length")?.value;
  let inner = "";
  for (let place = 0; place < count && place < MOST_PARAMETERS; place++) {
    inner += place === 0 ? '""' : ',""';
  }
  return "[" + inner + "]";
}

function parametersIn(source) {
  const asClass = indexOf(source, "class") === 0;
  const node = asClass ? constructorIn(source) : functionIn(source);
  if (node === null) {
    return null;
  }
  let inner = "";
  for (let place = 0; place < node.params.length && place < MOST_PARAMETERS; place++) {
    inner += (place === 0 ? "" : ",") + short(parameter(node.params[place]));
  }
  return "[" + inner + "]";
}

function constructorIn(source) {
  const tree = treeOf("(" + source + ")");
  if (tree === null) {
    return null;
  }
  const body = tree.body[0].expression.body.body;
  for (let place = 0; place < body.length; place++) {
    if (body[place].kind === "constructor") {
      return body[place].value;
    }
  }
  return tree.body[0].expression.superClass === null ? { params: [] } : null;
}

/** A method's source is none of an expression: it is read as part of an object. */
function functionIn(source) {
  let tree;
  try {
    tree = treeOf("(" + source + ")");
  } catch {
    tree = treeOf("({" + source + "})");
  }
  if (tree === null) {
    return null;
  }
  const expression = tree.body[0].expression;
  return expression.type === "ObjectExpression" ? expression.properties[0].value : expression;
}

function parameter(node) {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "AssignmentPattern":
      return parameter(node.left) + "=";
    case "RestElement":
      return "*" + parameter(node.argument);
    default:
      return "";
  }
}

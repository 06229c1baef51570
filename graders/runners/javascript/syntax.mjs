/**
 * Reads JavaScript with the parser that is inside Node, for what V8 does not tell.
 *
 * Node carries acorn for its own prompt and lets nobody have it without `--expose-internals`.
 * Where a Node has none, nothing is known here, and what depends on it is left out.
 */

import module, { createRequire } from "node:module";

const requireFromNode = createRequire(import.meta.url);
const strip = module.stripTypeScriptTypes;
let parser;

function acorn() {
  if (parser === undefined) {
    try {
      parser = requireFromNode("internal/deps/acorn/acorn/dist/acorn");
    } catch {
      parser = null;
    }
  }
  return parser;
}

/** The source without types, each character where it was; as it is where none can be taken out. */
export function withoutTypes(source) {
  if (strip === undefined) {
    return source;
  }
  const warn = process.emitWarning;
  process.emitWarning = () => {}; // that the function may change: nobody here can do about it
  try {
    return strip(source, { mode: "strip" });
  } finally {
    process.emitWarning = warn;
  }
}

/**
 * Throws what is wrong with a source with types where a package takes them out.
 *
 * What that throws in the thread that loads modules comes here as a mere text.
 */
export function readByPackage(source) {
  if (!process.features.typescript) {
    withoutTypes(source);
  }
}

/** The syntax tree of a source; null where there is no parser. Throws what the parser throws. */
export function treeOf(source) {
  const found = acorn();
  if (found === null) {
    return null;
  }
  const options = { ecmaVersion: "latest", allowHashBang: true, locations: true };
  try {
    return found.parse(source, { ...options, sourceType: "module" });
  } catch (error) {
    try {
      return found.parse(source, {
        ...options,
        sourceType: "script",
        allowReturnOutsideFunction: true,
      });
    } catch {
      throw withoutPlace(error);
    }
  }
}

/** What the parser throws, without the place at the end of its words, which `loc` holds too. */
function withoutPlace(error) {
  error.message = error.message.replace(/ \(\d+:\d+\)$/, "");
  return error;
}

/** Where a source cannot be parsed: line from 1, column from 0; null where that is not known. */
export function placeOf(source, isTyped) {
  try {
    treeOf(isTyped ? withoutTypes(source) : source);
  } catch (error) {
    const place = error === null || typeof error !== "object" ? undefined : error.loc;
    if (place !== undefined && Number.isSafeInteger(place.line)) {
      return { line: place.line, column: place.column };
    }
  }
  return null;
}

/**
 * Leaves the types out of TypeScript with a package, where Node.js cannot do so by itself.
 *
 * Loaded before the runner, as text behind a line that says where `PACKAGE` is, and once more in
 * the thread that loads modules. No line of a source moves.
 */

import { readFileSync } from "node:fs";
import module, { createRequire, register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

const OPTIONS = { transforms: ["typescript"], disableESTransforms: true };
const TYPED = /^file:.*\.([cm]?)ts$/;
const OF_A_MODULE = /^\s*(?:import|export)\b/m;

let transform;

function strip(source) {
  transform ??= createRequire(PACKAGE + "/")(PACKAGE).transform;
  try {
    return transform(source, OPTIONS).code;
  } catch (error) {
    throw withPlace(error);
  }
}

/** What the package throws, as V8 would throw it, with its place as `syntax.mjs` has it. */
function withPlace({ message, loc }) {
  const told = new SyntaxError(message.replace(/ \(\d+:\d+\)$/, ""));
  if (loc !== undefined) {
    told.loc = { line: loc.line, column: loc.column - 1 };
  }
  return told;
}

export function load(url, context, next) {
  const found = TYPED.exec(url);
  if (found === null) {
    return next(url, context);
  }
  const source = strip(readFileSync(fileURLToPath(url), "utf8"));
  const isModule = found[1] === "m" || (found[1] === "" && OF_A_MODULE.test(source));
  return { format: isModule ? "module" : "commonjs", source, shortCircuit: true };
}

if (isMainThread) {
  module.stripTypeScriptTypes = strip;
  register(import.meta.url);
}

/**
 * Tells what a file defines at its top level, from its syntax tree, without running any of it.
 *
 * Names are told as a kata spells them where it could mean them: `findBestMove` is both that and
 * `find_best_move` in Python's spelling. Only what is exported counts as something to call; what is
 * not is told as well, so that it can be said what is missing.
 */

import { treeOf, withoutTypes } from "./syntax.mjs";

/** What a source defines: `{functions, others, methods}`. Throws what the parser throws. */
export function survey(source, typed) {
  const found = { functions: new Set(), others: new Set(), methods: new Map(), objects: new Map() };
  const tree = treeOf(typed ? withoutTypes(source) : source);
  for (const statement of tree === null ? [] : tree.body) {
    statementIn(statement, found);
  }
  return found;
}

function statementIn(node, found) {
  switch (node.type) {
    case "ExportNamedDeclaration":
      if (node.declaration !== null) {
        statementIn(node.declaration, found);
      } else if (node.source !== null) {
        node.specifiers.forEach((each) => found.others.add(nameOf(each.exported)));
      } else {
        node.specifiers.forEach((each) => specified(each, found));
      }
      break;
    case "ExportDefaultDeclaration":
      whole(node.declaration, found);
      break;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      thing(node.id.name, node, found);
      break;
    case "VariableDeclaration":
      node.declarations.forEach((each) => variable(each, found));
      break;
    case "ImportDeclaration":
      node.specifiers.forEach((each) => found.others.add(each.local.name));
      break;
    case "ExpressionStatement":
      assignment(node.expression, found);
      break;
    default:
      break;
  }
}

function specified(node, found) {
  if (nameOf(node.exported) === "default") {
    whole(node.local, found);
  } else {
    renamed(nameOf(node.local), nameOf(node.exported), found);
  }
}

/** Takes note of a thing that is exported by another name than its own. */
function renamed(local, exported, found) {
  if (local !== exported) {
    const methods = found.methods.get(local);
    if (methods !== undefined) {
      found.methods.set(exported, methods);
    } else {
      (found.functions.has(local) ? found.functions : found.others).add(exported);
    }
  }
}

function thing(name, node, found) {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      found.functions.add(name);
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      found.methods.set(name, methodsOf(node));
      break;
    case "ObjectExpression":
      found.objects.set(name, node);
      found.others.add(name);
      break;
    default:
      found.others.add(name);
  }
}

/** The methods of a class, static ones too: what exports the class offers both. */
function methodsOf(node) {
  const own = node.body.body.filter((each) => each.key && !each.computed);
  const methods = own.filter((each) => each.kind === "method" && each.key.type === "Identifier");
  return [...new Set(methods.map((each) => each.key.name))];
}

function variable(node, found) {
  if (node.id.type === "Identifier" && node.init !== null) {
    thing(node.id.name, node.init, found);
  } else if (node.id.type === "ObjectPattern") {
    for (const each of node.id.properties) {
      if (each.value?.type === "Identifier") {
        found.others.add(each.value.name);
      }
    }
  }
}

/** Takes note of `module.exports = …`, `module.exports.name = …` and `exports.name = …`. */
function assignment(node, found) {
  if (node.type !== "AssignmentExpression" || node.left.type !== "MemberExpression") {
    return;
  }
  const { object, property, computed } = node.left;
  if (computed) {
    return;
  }
  if (isModuleExports(node.left)) {
    whole(node.right, found);
  } else if (isModuleExports(object) || (object.type === "Identifier" && object.name === "exports")) {
    exportedAs(property.name, node.right, found);
  }
}

function isModuleExports(node) {
  return (
    node.type === "MemberExpression" &&
    node.object.name === "module" &&
    node.property.name === "exports"
  );
}

/** Takes note of what a file exports as a whole: of an object each property counts. */
function whole(node, found) {
  const object = node.type === "Identifier" ? found.objects.get(node.name) : node;
  if (object?.type !== "ObjectExpression") {
    exportedAs(node.id?.name ?? "default", node, found);
    return;
  }
  for (const each of object.properties) {
    if (each.type === "Property" && each.key.type === "Identifier" && !each.computed) {
      exportedAs(each.key.name, each.value, found);
    }
  }
}

function exportedAs(name, node, found) {
  if (node.type === "Identifier") {
    renamed(node.name, name === "default" ? node.name : name, found);
  } else {
    thing(name, node, found);
  }
}

function nameOf(node) {
  return node.name ?? String(node.value);
}

/**
 * Looks at a file for `kata adapt`: what it exports, and what comes of expressions on it.
 *
 * It is the driver of a submission, and evaluates expressions in which `submission` is that file.
 */

const MOST_SHOWN = 2000;
const READING = /\b(?:prompt(?:Sync)?|readline\w*|question|createInterface)\s*\(/;

export class Driver {
  constructor() {
    this.scope = {};
  }

  /** Returns the classes that are exported, and where some texts read, as JSON. */
  text(files) {
    const { submission } = globalThis;
    const classes = Object.keys(submission).filter((name) => isClass(submission[name]));
    const enums = Object.keys(submission).filter((name) => isEnum(submission[name]));
    const found = [...classes.map(described), ...enums.map(asEnum)];
    return JSON.stringify([found, files.flatMap(reads)]);
  }

  /** Begins anew, with what some expressions give, each under its name. */
  begin(named) {
    this.scope = { submission: globalThis.submission, seen, said: null };
    for (const [name, expression] of named) {
      this.scope[name] = this.evaluated(expression)[0];
    }
  }

  /** Returns what each expression gives: its kind, its value, and what it printed. */
  tell(expressions) {
    return expressions.map((expression) => {
      try {
        const [given, printed] = this.evaluated(expression);
        return [...plainly(given), printed.slice(0, MOST_SHOWN)];
      } catch (error) {
        return ["error", String(error).slice(0, 200), ""];
      }
    });
  }

  evaluated(expression) {
    const { stdout } = process;
    const written = [];
    stdout.write = (chunk) => written.push(String(chunk)) > 0;
    try {
      const given = new Function("scope", `with (scope) { return (${expression}); }`)(this.scope);
      return [given, written.join("")];
    } finally {
      delete stdout.write;
    }
  }
}

/** The kind of a value, and the value itself or a text for it. */
function plainly(given) {
  if (given === null || given === undefined) {
    return ["NoneType", null];
  }
  if (typeof given === "boolean") {
    return ["bool", given];
  }
  if (Number.isInteger(given)) {
    return ["int", given];
  }
  if (typeof given === "string") {
    return ["text", given.slice(0, MOST_SHOWN)];
  }
  if (Array.isArray(given) && Array.isArray(given[0])) {
    return ["grid", given.map((row) => Array.from(row, shown))];
  }
  const { submission } = globalThis;
  for (const name of Object.keys(submission).filter((each) => isEnum(submission[each]))) {
    const member = Object.keys(submission[name]).find((each) => submission[name][each] === given);
    if (member !== undefined) {
      return ["enum", `submission.${name}.${member}`];
    }
  }
  return Array.isArray(given) ? ["list", "Array"] : ["object", given.constructor?.name ?? "Object"];
}

function shown(cell) {
  return cell === null || cell === undefined ? "" : String(cell.name ?? cell).slice(0, 40);
}

/** A text that is another when a thing, or what it holds, has changed. */
function seen(thing) {
  const met = new Set();
  return JSON.stringify(thing, (_, value) => {
    if (typeof value !== "object" || value === null) {
      return typeof value === "function" ? "function" : value;
    }
    if (met.has(value)) {
      return "...";
    }
    met.add(value);
    return value instanceof Map || value instanceof Set ? [...value] : value;
  });
}

function isClass(thing) {
  return typeof thing === "function" && /^class\b/.test(String(thing));
}

function isEnum(thing) {
  const kinds = ["string", "number", "symbol", "object"];
  return (
    typeof thing === "object" &&
    thing !== null &&
    Object.values(thing).length > 1 &&
    Object.keys(thing).every((name) => /^[A-Za-z_]\w*$/.test(name)) &&
    Object.values(thing).every((each) => each !== null && kinds.includes(typeof each))
  );
}

function asEnum(name) {
  const members = Object.keys(globalThis.submission[name]);
  return { name, abstract: false, members, init: [], methods: [], attributes: [], made: [] };
}

/** What a class is made with and has, with what it inherits. */
function described(name) {
  const line = [];
  for (let each = globalThis.submission[name]; isClass(each); each = Object.getPrototypeOf(each)) {
    line.push(each);
  }
  const text = line.map(String).join("\n");
  const methods = new Map();
  const attributes = new Set();
  for (const { prototype } of line) {
    for (const member of Object.getOwnPropertyNames(prototype)) {
      const { value, get } = Object.getOwnPropertyDescriptor(prototype, member);
      if (get !== undefined) {
        attributes.add(member);
      } else if (member !== "constructor" && typeof value === "function" && !methods.has(member)) {
        methods.set(member, parameters(String(value)));
      }
    }
  }
  for (const [, member] of text.matchAll(/\bthis\.([A-Za-z_$][\w$]*)\s*=(?!=)/g)) {
    attributes.add(member);
  }
  for (const [, member] of text.matchAll(/^\s{2,4}([A-Za-z_$][\w$]*)\s*(?:=[^=>]|;)/gm)) {
    attributes.add(member);
  }
  const constructor = /\bconstructor\s*\(/.exec(text);
  return {
    name,
    abstract: false,
    members: [],
    init: constructor === null ? [] : parameters(text.slice(constructor.index)),
    methods: [...methods],
    attributes: [...attributes],
    made: [...text.matchAll(/\bthis\.([\w$]+)\s*=\s*new\s+([\w$]+)/g)].map(
      ([, member, kind]) => [member, kind],
    ),
  };
}

/** The parameters of a function: name, whether needed, nothing. */
function parameters(text) {
  let depth = 0;
  let inside = "";
  for (const char of text.slice(text.indexOf("("))) {
    depth += { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 }[char] ?? 0;
    if (depth === 0) {
      break;
    }
    inside += depth === 1 && char === "," ? "\n" : char;
  }
  return inside
    .slice(1)
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map((each) => [
      /^[\w$]+/.exec(each)?.[0] ?? "",
      !/=/.test(each) && /^[\w$]/.test(each),
      "",
    ]);
}

/** The function, file and line of what reads from the keyboard; the function is not known. */
function reads([name, text]) {
  return text
    .split("\n")
    .flatMap((line, at) => (READING.test(line) ? [["", name, at + 1]] : []));
}

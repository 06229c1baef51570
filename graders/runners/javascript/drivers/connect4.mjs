/**
 * Drives a class `Connect4` that keeps the contract of kata/connect4/README.md.
 *
 * `submission` holds what the graded file exports.
 */

const { submission } = globalThis;

/** Plays one game on an object of the class, which knows itself whose turn it is. */
export class Driver {
  constructor(rows = 7, cols = 7, k = 4) {
    if (rows !== 7 || cols !== 7 || k !== 4) {
      throw new NotImplementedError(`a board of ${rows} rows and ${cols} columns`);
    }
    this.game = new (find(submission, ["Connect4", "ConnectFour", "default"]))();
    this.play = find(this.game, ["play"]);
  }

  /** Plays a column; where nothing is said, the board tells whether that was taken. */
  move(player, column) {
    const before = this.shown();
    const said = this.play(column);
    if (said === undefined || said === null || typeof said === "string") {
      return before === null || this.shown() !== before ? true : said;
    }
    return said !== false;
  }

  /** What checkWinner() says, or else the property `winner`. */
  winner() {
    const said = find(this.game, ["checkWinner", "getWinner", "winner"], needsNothing);
    return typeof said === "function" ? said() : said;
  }

  /** What print() prints, or else what it returns. */
  text() {
    const show = find(this.game, ["print", "printBoard"]);
    const written = [];
    process.stdout.write = (chunk) => written.push(String(chunk)) > 0;
    try {
      const returned = show();
      const printed = written.join("");
      return printed.trim() === "" ? returned : printed;
    } finally {
      delete process.stdout.write;
    }
  }

  /** The same as one text, null where the class does not show its board. */
  shown() {
    try {
      return JSON.stringify(this.text()) ?? null;
    } catch {
      return null;
    }
  }
}

class NotImplementedError extends Error {}

/** The first member of these names that fits, in camelCase or snake_case; a method is bound. */
function find(thing, names, fits = () => true) {
  for (const name of names) {
    for (const spelled of [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) {
      if (spelled in thing && fits(thing[spelled])) {
        const found = thing[spelled];
        return typeof found === "function" && thing !== submission ? found.bind(thing) : found;
      }
    }
  }
  throw new NotImplementedError(names.join(" or "));
}

/** Whether a member can be called without arguments, or is no method at all. */
function needsNothing(member) {
  return typeof member !== "function" || member.length === 0;
}

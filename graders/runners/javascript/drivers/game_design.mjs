/**
 * Drives a design that keeps the contract of kata/game_design/README.md.
 *
 * `submission` holds what the graded file exports.
 */

const { submission } = globalThis;
const COLORS = ["red", "yellow"];
const STATES = { IN_PROGRESS: "playing", WON: "won", DRAW: "draw" };

/** Plays one game between Ann and Ben, or puts discs on one board by itself. */
export class Driver {
  constructor(rows = 6, cols = 7, k = 4) {
    this.rows = rows;
    this.size = rows === 6 && cols === 7 && k === 4 ? {} : { rows, cols, k };
    const colors = submission.DiscColor ?? submission.DiscColour;
    this.colors = colors ? [find(colors, "RED"), find(colors, "YELLOW")] : COLORS;
    const Player = find(submission, "Player");
    this.players = [new Player("Ann", this.colors[0]), new Player("Ben", this.colors[1])];
    this.game = this.sized("Game", ...this.players);
    find(this.game, "makeMove");
    this.alone = null;
    this.discs = [];
  }

  /** An object of a class that is told the size, where it is not the usual one. */
  sized(name, ...args) {
    const Class = find(submission, name);
    const [, inside = ""] = /\bconstructor\s*\(([^)]*)\)/.exec(String(Class)) ?? [];
    if (!Object.keys(this.size).every((each) => new RegExp(`\\b${each}\\b`).test(inside))) {
      throw new NotImplementedError(`${name} with rows, cols and k as further parameters`);
    }
    return new Class(...args, ...Object.values(this.size));
  }

  move(player, column) {
    return find(this.game, "makeMove")(this.players[player - 1], column);
  }

  state() {
    const said = value(this.game, "gameState");
    const name = String(said?.description ?? said?.name ?? said);
    const none = `${name}, which is none of ${Object.keys(STATES).join(", ")}`;
    return STATES[name.toUpperCase().replaceAll(" ", "_")] ?? none;
  }

  draw() {
    return this.state() === "draw";
  }

  winner() {
    return this.number(value(this.game, "winner"));
  }

  turn() {
    return this.number(value(this.game, "currentPlayer"));
  }

  number(player) {
    return this.players.includes(player) ? 1 + this.players.indexOf(player) : player;
  }

  undo() {
    return find(this.game, "undo")();
  }

  replay(columns) {
    const said = find(this.game, "replay")(columns);
    this.game = said instanceof this.game.constructor ? said : this.game;
  }

  choose() {
    return find(new (find(submission, "Bot"))(), "chooseColumn")(this.game);
  }

  cell(row, column) {
    const color = find(value(this.game, "board"), "getCell")(this.rows - 1 - row, column);
    return 1 + this.colors.indexOf(color);
  }

  name(player) {
    return value(this.players[player - 1], "name");
  }

  colour(player) {
    const color = value(this.players[player - 1], "color");
    return COLORS[this.colors.indexOf(color)] ?? String(color);
  }

  board() {
    this.alone ??= this.sized("Board");
    return this.alone;
  }

  can(column) {
    return find(this.board(), "canPlace")(column);
  }

  full() {
    return find(this.board(), "isFull")();
  }

  /** The row from below; the first disc lies in the lowest, at either end. */
  place(player, column) {
    const color = this.colors[player - 1];
    const said = find(this.board(), "placeDisc")(column, color);
    if (said === -1 || (said !== true && typeof said !== "number")) {
      return said;
    }
    const height = this.discs.filter(([, each]) => each === column).length;
    const row = said === true ? this.rows - 1 - height : said; // a mere true tells no row
    this.discs.push([row, column, color]);
    return Math.abs(row - this.discs[0][0]);
  }

  line() {
    return find(this.board(), "checkWin")(...this.discs.at(-1));
  }
}

class NotImplementedError extends Error {}

/** The first member of these names, in camelCase or snake_case, color or colour; bound. */
function find(thing, ...names) {
  for (const name of names) {
    for (const each of [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]) {
      for (const spelled of [each, each.replace("olor", "olour")]) {
        if (spelled in Object(thing)) {
          const found = thing[spelled];
          return typeof found === "function" && thing !== submission ? found.bind(thing) : found;
        }
      }
    }
  }
  const of = thing === submission ? "" : `${thing?.constructor?.name}.`;
  throw new NotImplementedError(of + names.join(" or "));
}

/** What a property says, or its getter. */
function value(thing, name) {
  const said = find(thing, name, `get${name[0].toUpperCase()}${name.slice(1)}`);
  return typeof said === "function" ? said() : said;
}

/**
 * Prepares a process for a file that is run in somebody's own terminal, before anything else.
 *
 * Wherever the file lies, it imports the board by the name that it has when it is graded. Where a
 * port is named, the file waits for a debugger there, which stops it at its `debugger` statements.
 */

import inspector from "node:inspector";
import { register } from "node:module";

const asked = new URL(import.meta.url).searchParams;
const board = asked.get("board");
const port = asked.get("port");

register("./by_name.mjs", import.meta.url, { data: { board } });
if (port !== null) {
  inspector.open(Number(port), "127.0.0.1", true);
}

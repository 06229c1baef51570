/** Spells the names of a kata as JavaScript does: the same words in camelCase. */

import { indexOf, slice, upper } from "./primordials.mjs";

/** `findBestMove` for `find_best_move`; a name without an underscore within stays as it is. */
export function camelCase(name) {
  let result = "";
  let start = 0;
  for (let at = indexOf(name, "_"); at >= 0; at = indexOf(name, "_", start)) {
    const isWithin = at > 0 && at + 1 < name.length;
    if (!isWithin) {
      return name;
    }
    result += slice(name, start, at) + upper(slice(name, at + 1, at + 2));
    start = at + 2;
  }
  return result + slice(name, start);
}

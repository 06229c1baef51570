"""Write the program of a recipe in JavaScript: fewer shapes, one board that is played on."""

from __future__ import annotations

from textwrap import indent

from tests.truth.recipes import Recipe
from tests.truth.writing import NAMES

_ORDERS = {
    "left": "return board.validMoves();",
    "centre": "return [3, 2, 4, 1, 5, 0, 6].filter((c) => board.validMoves().includes(c));",
    "sorted": "return board.validMoves().sort((x, y) => Math.abs(3 - x) - Math.abs(3 - y));",
    "shuffled": "return board.validMoves().sort(() => Math.random() - 0.5);",
}


def in_javascript(recipe: Recipe) -> str:
    """Return the source of a recipe's program."""
    names = NAMES[recipe.variant]
    column = "column + 1" if recipe.mistake == "counted_from_one" else "column"
    answer = "console.log(column);" if recipe.mistake == "printed" else f"return {column};"
    limits = f"const DEPTH = {recipe.depth};"
    if recipe.deepens:
        limits = "const DEEPEST = 7;" if recipe.clock == "none" else "const TIME_LIMIT = 1500;"
    state = "const table = new Map();\n" * (recipe.table != "none")
    state += "let deadline = 0;\n" * (recipe.clock == "node")
    head = f'import {{ Board }} from "kata/board.mjs";\n\nconst WIN = 1000;\n{limits}\n{state}\n'
    entry = f"{_body(recipe)}\n{answer}"
    if recipe.form == "class":
        methods = "constructor(board) {\n  this.board = board;\n}\n\nfindBestMove() {\n"
        methods += f"  const board = this.board;\n{indent(entry, '  ')}\n}}"
        entry = f"export class {names.cls} {{\n{indent(methods, '  ')}\n}}"
    else:
        entry = f"export function findBestMove(board) {{\n{indent(entry, '  ')}\n}}"
    order = f"function columns(board) {{\n  {_ORDERS[recipe.order]}\n}}"
    return f"{head}{entry}\n\n{_root(recipe)}\n\n{_search(recipe)}\n\n{order}\n"


def _body(recipe: Recipe) -> str:
    root = NAMES[recipe.variant].root
    if not recipe.deepens:
        return f"const {{ column }} = {root}(board, DEPTH);"
    until = "depth <= DEEPEST" if recipe.clock == "none" else "depth <= 42"
    step = f"const found = {root}(board, depth);\ncolumn = found.column;"
    if recipe.clock == "node":
        step = f"let found;\ntry {{\n  found = {root}(board.copy(), depth);\n}} catch {{\n"
        step += "  break;\n}\ncolumn = found.column;"
    if recipe.clock == "depth":
        step = f"if (performance.now() - start > TIME_LIMIT) {{\n  break;\n}}\n{step}"
    step += "\nif (Math.abs(found.score) >= WIN) {\n  break;\n}"
    begin = {
        "node": "deadline = performance.now() + TIME_LIMIT;\n",
        "depth": "const start = performance.now();\n",
    }.get(recipe.clock, "")
    loop = f"for (let depth = 1; {until}; depth++) {{\n{indent(step, '  ')}\n}}"
    return f"{begin}let column = board.validMoves()[0];\n{loop}"


def _root(recipe: Recipe) -> str:
    names, handed_on = NAMES[recipe.variant], recipe.window == "handed_on"
    wrong = recipe.mistake == "sign_at_root"
    score = _call(recipe, names.alpha if handed_on else "-Infinity", "Infinity", wrong, root=True)
    return f"""\
function {names.root}(board, depth) {{
  let column = board.validMoves()[0];
  let best = -Infinity;
  {f"let {names.alpha} = -Infinity;" if handed_on else "// every column"}
  {"const me = board.currentPlayer;" if recipe.sides == "max_min" else "// is looked at"}
  for (const col of columns(board)) {{
    board.dropDisc(col);
    const score = {score};
    board.undoMove();
    if (score > best) {{
      best = score;
      column = col;
    }}
    {f"{names.alpha} = Math.max({names.alpha}, best);" if handed_on else "// and the next"}
  }}
  return {{ column, score: best }};
}}"""


def _call(recipe: Recipe, alpha: str, beta: str, wrong: bool, *, root: bool = False) -> str:
    names = NAMES[recipe.variant]
    windowed, is_max_min = recipe.window != "none", recipe.sides == "max_min"
    if is_max_min:
        turned = ("true" if wrong else "false") if root else "!maximizing"
        window = [alpha, beta] * windowed
        return f"{names.search}({', '.join(['board', 'depth - 1', *window, turned, 'me'])})"
    low, high = (alpha, beta) if wrong else (f"-{beta}", f"-{alpha}".removeprefix("--"))
    window = [low, high] * windowed
    sign = "" if wrong else "-"
    return f"{sign}{names.search}({', '.join(['board', 'depth - 1', *window])})"


def _search(recipe: Recipe) -> str:
    names, is_max_min = NAMES[recipe.variant], recipe.sides == "max_min"
    windowed = recipe.window != "none"
    parameters = ["board", "depth", *[names.alpha, names.beta] * windowed]
    parameters += ["maximizing", "me"] * is_max_min
    win = "WIN + depth" if recipe.score == "distance" else "WIN"
    of_winner = f"-({win})"
    if is_max_min:
        sign = "!==" if recipe.mistake == "sign" else "==="
        of_winner = f"board.checkWinner() {sign} me ? {win} : -({win})"
    lines = ["if (performance.now() > deadline) {", '  throw new Error("out of time");', "}"]
    lines *= recipe.clock == "node"
    lines += ["if (board.checkWinner() !== null) {", f"  return {of_winner};", "}"]
    lines += ["if (depth === 0 || board.isFull()) {", "  return 0;", "}"]
    lines += _looked_up(recipe) if recipe.table != "none" else []
    lines.append(
        f"let best = {'maximizing ? -Infinity : Infinity' if is_max_min else '-Infinity'};"
    )
    cut = [f"if ({names.alpha} >= {names.beta}) {{", "  break;", "}"] * windowed
    score = _call(recipe, names.alpha, names.beta, recipe.mistake == "sign")
    loop = ["board.dropDisc(col);", f"const score = {score};"]
    late = recipe.mistake == "undo_after_cut"
    loop += ["board.undoMove();"] * (not late)
    up = ["best = Math.max(best, score);"]
    up += [f"{names.alpha} = Math.max({names.alpha}, best);"] * windowed
    down = ["best = Math.min(best, score);"]
    down += [f"{names.beta} = Math.min({names.beta}, best);"] * windowed
    if is_max_min:
        up = ["if (maximizing) {", *[f"  {each}" for each in up], "} else {"]
        up += [*[f"  {each}" for each in down], "}"]
    loop += [*up, *cut, *["board.undoMove();"] * late]
    lines += ["for (const col of columns(board)) {", *[f"  {each}" for each in loop], "}"]
    lines += _stored(recipe) if recipe.table != "none" else []
    body = indent("\n".join([*lines, "return best;"]), "  ")
    return f"function {names.search}({', '.join(parameters)}) {{\n{body}\n}}"


def _looked_up(recipe: Recipe) -> list[str]:
    names = NAMES[recipe.variant]
    lines = ["const key = `${board}`;", "const known = table.get(key);"]
    if recipe.window == "none":
        return [*lines, "if (known && known.depth >= depth) {", "  return known.best;", "}"]
    exact = 'known.flag === "exact"'
    lower = f'(known.flag === "lower" && known.best >= {names.beta})'
    upper = f'(known.flag === "upper" && known.best <= {names.alpha})'
    lines.append(f"const before = [{names.alpha}, {names.beta}];")
    lines.append(f"if (known && known.depth >= depth && ({exact} || {lower} || {upper})) {{")
    return [*lines, "  return known.best;", "}"]


def _stored(recipe: Recipe) -> list[str]:
    if recipe.window == "none":
        return ["table.set(key, { depth, best });"]
    flag = 'best <= before[0] ? "upper" : best >= before[1] ? "lower" : "exact"'
    return [f"const flag = {flag};", "table.set(key, { depth, best, flag });"]

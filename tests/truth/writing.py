"""Write the program of a recipe in Python, the way that people write theirs."""

from __future__ import annotations

from textwrap import indent

import msgspec

from tests.truth.recipes import Recipe


class Names(msgspec.Struct, frozen=True):
    """Hold how one author calls things."""

    search: str
    root: str
    cls: str
    alpha: str
    beta: str
    col: str
    score: str
    best: str
    maximizing: str
    table: str
    clock: str
    order: str


NAMES = (
    Names(
        *("minimax", "best_column", "Solver", "alpha", "beta", "col", "score", "best_score"),
        *("maximizing", "table", "monotonic", "columns"),
    ),
    Names(
        *("negamax", "pick_move", "AI", "a", "b", "c", "value", "best", "is_max"),
        *("memo", "time", "ordered_moves"),
    ),
    Names(
        *("search", "root_search", "Engine", "lo", "hi", "move", "val", "top", "maximizing_player"),
        *("cache", "perf_counter", "get_moves"),
    ),
    Names(
        *("solve", "choose", "Player4", "alpha", "beta", "column", "result", "best_value"),
        *("my_turn", "seen", "monotonic", "candidates"),
    ),
)
_ORDERS = {
    "left": "return board.valid_moves()",
    "centre": "return [c for c in (3, 2, 4, 1, 5, 0, 6) if c in board.valid_moves()]",
    "sorted": "return sorted(board.valid_moves(), key=lambda c: abs(3 - c))",
    "shuffled": "found = board.valid_moves()\nrandom.shuffle(found)\nreturn found",
}
_EVALUATIONS = {
    "threes": """\
total = 0
for row in range(6):
    for col in range(4):
        cells = [board.get_cell(row, col + i) for i in range(4)]
        if cells.count(None) == 1:
            total += 5 * (cells.count(player) == 3) - 5 * (cells.count(player.opponent) == 3)
return total""",
    "centre": """\
middle = [board.get_cell(row, 3) for row in range(6)]
return 3 * middle.count(player) - 3 * middle.count(player.opponent)""",
}


def in_python(recipe: Recipe) -> str:
    """Return the source of a recipe's program."""
    return _Program(recipe).text() if recipe.playouts == "none" else _playing_out(recipe)


class _Program:
    """Write one search; `own` is what the names of its state begin with."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe, self.names = recipe, NAMES[recipe.variant]
        self.in_class = recipe.form != "function"
        self.own = "self." if self.in_class else ""
        self.odd = recipe.variant % 2 == 1
        self.is_max_min = recipe.sides == "max_min"
        self.has_window = recipe.window != "none"
        self.shares = recipe.mistake == "window_shared"

    def text(self) -> str:
        """Return the whole file."""
        functions = [self.root(), self.search(), self.order()]
        if self.recipe.evaluation != "none":
            functions.append(self.function("evaluate", "board, player", self.evaluation()))
        if not self.in_class:
            return "\n\n\n".join([self.head(), self.entry(), *functions]) + "\n"
        own_entry = "find_best_move" if self.recipe.form == "class" or self.odd else "run"
        methods = [self.constructor(), self.entry(own_entry), *functions]
        text = f"{self.head()}\n\n\nclass {self.names.cls}:\n" + indent(
            "\n\n".join(methods), "    "
        )
        if self.recipe.form == "wrapper":
            call = f"{self.names.cls}(board).{own_entry}()"
            text += f"\n\n\ndef find_best_move(board):\n    return {call}"
        return text + "\n"

    def head(self) -> str:
        recipe = self.recipe
        modules = ["copy"] * (recipe.board == "deepcopy") + ["math"]
        modules += ["random"] * (recipe.order == "shuffled") + ["time"] * (recipe.clock != "none")
        lines = ['"""Connect Four: find the best move."""', ""]
        lines += [f"import {module}" for module in modules]
        if recipe.mistake == "one_colour":
            lines += ["", "from kata.board import Player"]
        lines += ["", "WIN = 1000"]
        lines.append("TIME_LIMIT = 1.5" if recipe.deepens and recipe.clock != "none" else "")
        lines.append(f"DEPTH = {recipe.depth}" if not recipe.deepens else "DEEPEST = 7")
        if not self.in_class:
            lines += [f"{self.names.table} = {{}}"] * (recipe.table != "none")
            lines += ["deadline = 0.0"] * (recipe.clock == "node")
        if recipe.clock == "node":
            lines += ["", "", "class OutOfTime(Exception):\n    pass"]
        return "\n".join(
            line for i, line in enumerate(lines) if line or lines[i - 1] != "WIN = 1000"
        )

    def function(self, name: str, parameters: str, body: str) -> str:
        parameters = f"self, {parameters}".rstrip(", ") if self.in_class else parameters
        return f"def {name}({parameters}):\n" + indent(body, "    ")

    def constructor(self) -> str:
        lines = ["self.board = board"]
        lines += [f"self.{self.names.table} = {{}}"] * (self.recipe.table != "none")
        lines += ["self.alpha = -math.inf", "self.beta = math.inf"] * self.shares
        return self.function("__init__", "board", "\n".join(lines))

    def entry(self, name: str = "find_best_move") -> str:
        lines = ["board = self.board"] * self.in_class
        recipe, clock = self.recipe, f"time.{self.names.clock}()"
        if not recipe.deepens:
            lines.append(f"column, score = {self.own}{self.names.root}(board, DEPTH)")
            return self.function(
                name, "" if self.in_class else "board", "\n".join(lines) + "\n" + self.answer()
            )
        if recipe.clock == "node":
            lines += ["global deadline"] * (not self.in_class)
            lines.append(f"{self.own}deadline = {clock} + TIME_LIMIT")
            lines += ["board = board.copy()"] * (not self.odd and recipe.board == "undo")
        if recipe.clock == "depth":
            lines.append(f"start = {clock}")
        lines.append("column, score = board.valid_moves()[0], 0")
        handed = recipe.mistake == "window_over_depths"
        lines += [f"{self.names.alpha} = -math.inf"] * handed
        until = "DEEPEST + 1" if recipe.clock == "none" else "43"
        call = (
            f"{self.own}{self.names.root}(board, depth{f', {self.names.alpha}' if handed else ''})"
        )
        step = [f"column, score{f', {self.names.alpha}' if handed else ''} = {call}"]
        if recipe.clock == "node":
            step = ["try:", f"    {step[0]}", "except OutOfTime:", "    break"]
        if recipe.clock == "depth":
            step = [f"if {clock} - start > TIME_LIMIT:", "    break", *step]
        step += ["if abs(score) >= WIN:", "    break"]
        loop = indent("\n".join(step), "    ")
        if self.odd:
            loop = f"depth = 1\nwhile depth < {until}:\n{loop}\n    depth += 1"
        else:
            loop = f"for depth in range(1, {until}):\n{loop}"
        body = "\n".join([*lines, loop, self.answer()])
        return self.function(name, "" if self.in_class else "board", body)

    def answer(self) -> str:
        return {
            "counted_from_one": "return column + 1",
            "score_returned": "return score",
            "printed": 'print("best move:", column)',
        }.get(self.recipe.mistake, "return column")

    def root(self) -> str:
        names, recipe = self.names, self.recipe
        handed_on = recipe.window == "handed_on" and not self.shares
        over_depths = recipe.mistake == "window_over_depths"
        me = "Player.RED" if recipe.mistake == "one_colour" else "board.current_player"
        lines = [f"{self.own}me = {me}" if self.in_class else f"me = {me}"] * self.is_max_min
        lines.append(f"best_column, {names.best} = board.valid_moves()[0], -math.inf")
        lines += [f"{names.alpha} = -math.inf"] * (handed_on and not over_depths)
        alpha, beta = names.alpha if handed_on else "-math.inf", "math.inf"
        at_root = recipe.mistake == "sign_at_root"
        score = self.call(
            "board" if recipe.board == "undo" else "child", alpha, beta, at_root, root=True
        )
        lines.append(f"for {names.col} in {self.own}{names.order}(board):")
        inner = self.tried([f"{names.score} = {score}"])
        inner += [
            f"if {names.score} > {names.best}:",
            f"    {names.best}, best_column = {names.score}, {names.col}",
        ]
        inner += [f"{names.alpha} = max({names.alpha}, {names.best})"] * handed_on
        lines.append(indent("\n".join(inner), "    "))
        lines.append(f"return best_column, {names.best}" + f", {names.alpha}" * over_depths)
        parameters = f"board, depth{f', {names.alpha}' if over_depths else ''}"
        return self.function(names.root, parameters, "\n".join(lines))

    def call(self, board: str, alpha: str, beta: str, wrong: bool, *, root: bool = False) -> str:
        """Return the call for the position after a move, seen by the side that made it."""
        arguments = [board, "depth - 1"]
        if self.is_max_min:
            arguments += [alpha, beta] if self.has_window and not self.shares else []
            turned = ("True" if wrong else "False") if root else f"not {self.names.maximizing}"
            if root and self.recipe.mistake == "one_colour":
                turned = f"{board}.current_player is {self.own}me"
            arguments += [turned] + ["me"] * (not self.in_class)
            return f"{self.own}{self.names.search}({', '.join(arguments)})"
        if self.has_window and not self.shares:
            low, high = (alpha, beta) if wrong else (self.minus(beta), self.minus(alpha))
            arguments += [low, high]
        return f"{'' if wrong else '-'}{self.own}{self.names.search}({', '.join(arguments)})"

    @staticmethod
    def minus(name: str) -> str:
        return name.removeprefix("-") if name.startswith("-") else f"-{name}"

    def tried(self, lines: list[str], *, cut: bool = False) -> list[str]:
        """Return the lines with the disc dropped before them and taken back after them."""
        col = self.names.col
        if self.recipe.board != "undo":
            made = "board.copy()" if self.recipe.board == "copy" else "copy.deepcopy(board)"
            return [f"child = {made}", f"child.drop_disc({col})", *lines]
        if self.recipe.clock == "node" and self.odd and not cut:
            inner = [f"    {line}" for line in lines]
            return [f"board.drop_disc({col})", "try:", *inner, "finally:", "    board.undo_move()"]
        return [f"board.drop_disc({col})", *lines, *["board.undo_move()"] * (not cut)]

    def search(self) -> str:
        names, recipe = self.names, self.recipe
        parameters = ["board", "depth"]
        parameters += [names.alpha, names.beta] * (self.has_window and not self.shares)
        parameters += [names.maximizing] * self.is_max_min
        parameters += ["me"] * (self.is_max_min and not self.in_class)
        lines: list[str] = []
        if recipe.clock == "node":
            lines += [f"if time.{names.clock}() > {self.own}deadline:", "    raise OutOfTime"]
        look_up = self.look_up() if recipe.table != "none" else []
        ends = self.ends()
        lines += [*look_up, *ends] if self.odd else [*ends, *look_up]
        lines += self.max_min_loop() if self.is_max_min else self.negamax_loop()
        lines += self.store() if recipe.table != "none" else []
        lines.append(f"return {names.best}")
        return self.function(names.search, ", ".join(parameters), "\n".join(lines))

    def ends(self) -> list[str]:
        """Return where a line ends: somebody has won, the depth is used up, the board is full."""
        recipe, me = self.recipe, f"{self.own}me"
        win = "WIN + depth" if recipe.score == "distance" else "WIN"
        if recipe.mistake == "own_wins_only":
            won = [f"if board.check_winner() is {me}:", f"    return {win}"]
        elif self.is_max_min:
            first, other = (win, f"-({win})" if "+" in win else f"-{win}")
            if recipe.mistake == "sign":
                first, other = other, first
            won = ["winner = board.check_winner()", f"if winner is {me}:", f"    return {first}"]
            won += ["if winner is not None:", f"    return {other}"]
        else:
            won = ["if board.check_winner() is not None:", f"    return -{win.replace('+', '-')}"]
        value = "0"
        if recipe.evaluation != "none":
            player = me if self.is_max_min else "board.current_player"
            value = f"{self.own}evaluate(board, {player})"
        depth = ["if depth == 0:", f"    return {value}"]
        full = ["if board.is_full():", "    return 0"]
        if (
            value == "0"
            and self.odd
            and recipe.mistake not in ("draw_before_win", "depth_before_win")
        ):
            return [*won, "if depth == 0 or board.is_full():", "    return 0"]
        if recipe.mistake == "draw_before_win":
            return [*full, *won, *depth]
        return (
            [*depth, *won, *full] if recipe.mistake == "depth_before_win" else [*won, *full, *depth]
        )

    def negamax_loop(self) -> list[str]:
        names = self.names
        alpha, beta = self.window()
        wrong = self.recipe.mistake == "sign"
        board = "board" if self.recipe.board == "undo" else "child"
        score = self.call(board, alpha, beta, wrong)
        update = [f"{names.best} = max({names.best}, {names.score})"]
        update += [f"{alpha} = max({alpha}, {names.best})"] * self.has_window
        return [f"{names.best} = -math.inf", *self.loop(f"{names.score} = {score}", update)]

    def max_min_loop(self) -> list[str]:
        names = self.names
        alpha, beta = self.window()
        board = "board" if self.recipe.board == "undo" else "child"
        score = f"{names.score} = {self.call(board, alpha, beta, wrong=False)}"
        up = [f"{names.best} = max({names.best}, {names.score})"]
        up += [f"{alpha} = max({alpha}, {names.best})"] * self.has_window
        down = [f"{names.best} = min({names.best}, {names.score})"]
        down += [f"{beta} = min({beta}, {names.best})"] * self.has_window
        maximum = [f"{names.best} = -math.inf", *self.loop(score, up)]
        minimum = [f"{names.best} = math.inf", *self.loop(score, down)]
        if self.recipe.mistake == "max_min_swapped":
            maximum, minimum = minimum, maximum
        first = [f"    {line}" for line in maximum]
        return [f"if {names.maximizing}:", *first, "else:", *[f"    {line}" for line in minimum]]

    def window(self) -> tuple[str, str]:
        return ("self.alpha", "self.beta") if self.shares else (self.names.alpha, self.names.beta)

    def loop(self, score: str, update: list[str]) -> list[str]:
        alpha, beta = self.window()
        cut = [f"if {alpha} >= {beta}:", "    break"] * self.has_window
        lines = [*self.tried([score]), *update, *cut]
        if self.recipe.mistake == "undo_after_cut":
            lines = [*self.tried([score], cut=True), *update, *cut, "board.undo_move()"]
        if self.recipe.mistake == "undo_twice":
            lines = [*self.tried([score]), *update, cut[0], "    board.undo_move()", cut[1]]
        head = f"for {self.names.col} in {self.own}{self.names.order}(board):"
        return [head, *[f"    {line}" for line in lines]]

    def look_up(self) -> list[str]:
        recipe, table = self.recipe, self.own + self.names.table
        key = {
            "colour_blind": "tuple(board.column_height(c) for c in range(7))",
            "depth_in_key": "(str(board), board.current_player, depth)",
        }.get(recipe.table, "(str(board), board.current_player)")
        alpha, beta = self.window()
        lines = [f"key = {key}"]
        flags = self.has_window and recipe.table != "bounds_as_exact"
        lines += [f"old_alpha, old_beta = {alpha}, {beta}"] * flags
        deep = "" if recipe.table == "depth_ignored" else f" and {table}[key][0] >= depth"
        lines.append(f"if key in {table}{deep}:")
        if not flags:
            return [*lines, f"    return {table}[key][1]"]
        return [
            *lines,
            f"    _, known, flag = {table}[key]",
            '    if flag == "exact":',
            "        return known",
            f'    if flag == "lower" and known >= {beta}:',
            "        return known",
            f'    if flag == "upper" and known <= {alpha}:',
            "        return known",
        ]

    def store(self) -> list[str]:
        table, best = self.own + self.names.table, self.names.best
        if not self.has_window or self.recipe.table == "bounds_as_exact":
            return [f"{table}[key] = (depth, {best})"]
        return [
            f"if {best} <= old_alpha:",
            '    flag = "upper"',
            f"elif {best} >= old_beta:",
            '    flag = "lower"',
            "else:",
            '    flag = "exact"',
            f"{table}[key] = (depth, {best}, flag)",
        ]

    def order(self) -> str:
        return self.function(self.names.order, "board", _ORDERS[self.recipe.order])

    def evaluation(self) -> str:
        return _EVALUATIONS[self.recipe.evaluation]


def _playing_out(recipe: Recipe) -> str:
    """Return a program that plays games at random and counts who wins."""
    own = recipe.playouts == "own_generator"
    made = {"undo": "board.copy()", "copy": "board.copy()", "deepcopy": "copy.deepcopy(board)"}
    modules = ["copy"] * (recipe.board == "deepcopy") + ["random"] * (not own)
    pick = "moves[next_number() % len(moves)]" if own else "random.choice(moves)"
    generator = (
        "state = 12345\n\n\ndef next_number():\n    global state\n"
        "    state = (state * 1103515245 + 12345) % 2147483648\n    return state >> 8\n\n\n"
    )
    rollout = f"""\
def rollout(board, me):
    while board.check_winner() is None and not board.is_full():
        moves = board.valid_moves()
        board.drop_disc({pick})
    winner = board.check_winner()
    return 0 if winner is None else 1 if winner is me else -1
"""
    loop = f"""\
    me = board.current_player
    totals = {{}}
    for col in board.valid_moves():
        totals[col] = 0
        for _ in range({30 + 10 * recipe.variant}):
            game = {made[recipe.board]}
            game.drop_disc(col)
            totals[col] += rollout(game, me)
    return max(totals, key=totals.get)
"""
    head = "".join(f"import {module}\n" for module in modules) + "\n" * bool(modules)
    head += (generator if own else "\n") + rollout + "\n\n"
    if recipe.form == "function":
        return f"{head}def find_best_move(board):\n{loop}"
    cls = NAMES[recipe.variant].cls
    method = "find_best_move" if recipe.form == "class" else "decide"
    text = f"{head}class {cls}:\n    def __init__(self, board):\n        self.board = board\n\n"
    text += f"    def {method}(self):\n        board = self.board\n" + indent(loop, "    ")
    if recipe.form == "wrapper":
        text += f"\n\ndef find_best_move(board):\n    return {cls}(board).{method}()\n"
    return text

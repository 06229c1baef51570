"""Make a driver of what was guessed, a short file that a person corrects, and play through it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.session import run_session
from graders.katas.driven.check import check, session
from graders.katas.driven.contract import PARTS
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.task import ScriptTask, Size, parse_steps
from graders.katas.kata import TaskError
from graders.model.outcome import Outcome
from graders.model.raised import Raised
from graders.model.submission import Driver, Speech, Submission
from graders.model.verdict import Judgement, Verdict
from graders.practice.adapting.design import BoardGuess, GameView, Guess, RefusalSign
from graders.practice.adapting.guessing import drawn_game
from graders.practice.adapting.inspection import Dialect, Evaluator

CAP_S = 2.0
_LONGEST = 84
_ORDER = ("names", "colours", "players", "game", "board")
_OWN = re.compile(r"(?<![\w.\"'])(players|names|colours|game|said|board)\b(?!\s*=[^=])")
_HEAD = (
    "Calls the classes of {file} for the grader, by their own names.",
    "",
    "Written by kata adapt, from guesses: read it, and correct what is wrong. A part that",
    "raises NotImplementedError is not asked for. Keep it beside {file}:",
    "",
    "    kata grade {file} --kata {kata}",
)
_UNKNOWN = {
    "winner": "say who has won: 1, 2, or nothing.",
    "draw": "say whether the board is full and nobody has won.",
    "turn": "say who is to move, 1 or 2. Few cases ask for it.",
    "text": "return the board as it is printed, or as rows from the top.",
}


def best_kata(found: Guess, katas: Sequence[DrivenKata]) -> DrivenKata:
    """Return the kata of that size; of a game of any size the one that asks most of its parts."""
    fitting = [each for each in katas if found.is_of_any_size or each.size == found.size]
    return max(fitting or katas, key=lambda each: len(found.parts & {*each.called}))


def driver_source(found: Guess, kata: DrivenKata, submission: Submission, bench: Evaluator) -> str:
    """Return the driver that is written of a guess, for a kata."""
    return DriverWriter(found, bench.dialect, submission.name, kata.name).text()


class TrialResult(msgspec.Struct, frozen=True):
    """What came of one trial: the part, what was tried, and the verdict with its reason."""

    part: str
    what: str
    verdict: Verdict
    message: str
    is_needed: bool
    """Whether a driver is of little use without it."""


def run_scripts(
    submission: Submission, driver: Driver, made: Guess, kata: DrivenKata, settings: Settings
) -> list[TrialResult]:
    """Play every script through a driver, each in a process of its own."""
    driven, size = replace(submission, driver=driver), made.size
    found = []
    for part, what, lines in scripts(made, size):
        if part in ("name", "colour", "undo") and part not in made.parts:
            continue
        is_asked = part in kata.called or (part == "draw" and "state" in kata.called)
        try:
            task = ScriptTask(size, parse_steps(lines, size))
        except TaskError:  # the board is too small for it
            continue
        outcome = run_session(driven, session(task, size, kata.expects), CAP_S, settings)
        judged = kata_check(task, outcome, size, kata)
        needed = part in ("move", "winner") or (part == "draw" and is_asked)
        if part == "draw" and is_asked and made.draw is None:
            judged = Judgement(Verdict.NOT_OFFERED, "needs draw()")
        if is_asked or part == "refusals" or judged.verdict is Verdict.ACCEPTED:
            found.append(TrialResult(part, what, judged.verdict, _reason(judged.message), needed))
    return found


def scripts(found: Guess, size: Size) -> Iterator[tuple[str, str, list[str]]]:
    """Yield what is tried: the part that it is for, in words, and the steps of a case."""
    rows, cols, _ = size
    yield "move", "moves in turn", ["play 3324"]
    yield "winner", "upright", ["play 010101", "winner -> nobody", "play 0", "winner -> 1"]
    yield "winner", "by player 2", ["play 01012121", "winner -> 2"]
    yield "winner", "level", ["play 0011223", "winner -> 1"]
    yield "winner", "rising", ["play 01122323363", "winner -> 1"]
    yield "winner", "falling", ["play 65544343303", "winner -> 1"]
    if full := "".join(map(str, drawn_game(size))):
        before, after = ("winner -> nobody",) * 2
        if found.draw is not None:
            before, after = "state -> playing", "state -> draw"
        yield "draw", "a full board", [f"play {full[:-1]}", before, f"play {full[-1]}", after]
    yield "refusals", "column -1", ["play 3", "play -1 -> refused", "play 3"]
    yield "refusals", f"column {cols}", ["play 3", f"play {cols} -> refused", "play 3"]
    yield "refusals", "a full column", [f"play {'0' * rows}", "play 0 -> refused", "play 1"]
    yield "refusals", "after the end", ["play 0101010", "play 3 -> refused", "winner -> 1"]
    if found.turn is not None or found.plan.who is not None:
        yield "refusals", "out of turn", ["play 3", "move 1 3 -> no", "move 2 3 -> yes"]
    yield "turn", "who is to move", ["turn -> 1", "play 3", "turn -> 2"]
    if found.board is not None:
        yield "place", "discs", ["place 1 3 -> yes", "place 2 3 -> yes", f"place 1 {cols} -> no"]
        yield "can", "room", ["can 3 -> yes", f"can {cols} -> no"]
        yield "full", "an empty board", ["full -> no"]
        level = ["place 1 0 -> yes", "place 1 1 -> yes", "place 1 2 -> yes", "line 1 -> no"]
        yield "line", "level", [*level, "place 1 3 -> yes", "line 1 -> yes"]
    yield "name", "given", ["name 1 -> given", "name 2 -> given"]
    yield "colour", "two colours", ["colours -> differ"]
    yield "undo", "a move", ["play 33", "undo -> yes", "turn -> 2", "play 3"]
    board = "/".join(["", "", "2", "1", *[""] * (cols - 4)])
    yield "text", "after two moves", ["play 32", f"board -> {board}"]


def kata_check(task: ScriptTask, outcome: Outcome, size: Size, kata: DrivenKata) -> Judgement:
    """Judge a script as its kata does; what could not be played says why."""
    if outcome.event in kata.judges:
        return check(task, outcome, size, kata.called)
    fact = outcome.fact
    said = f"{fact.type}: {fact.message}" if isinstance(fact, Raised) else str(outcome.event)
    return Judgement(Verdict.RUNTIME_ERROR, said)


def _reason(message: str) -> str:
    """Return what differs, without the number of the step, which nobody sees here."""
    return message.partition(", ")[2] if message.startswith("step ") else message


class DriverWriter:
    def __init__(self, guess: Guess, dialect: Dialect, file: str, kata: str) -> None:
        self.guess, self.dialect, self.kata = guess, dialect, kata
        self.file = file if re.fullmatch(r"[\w. -]+", file) else "a file"
        self.is_python = dialect.speech is Speech.PYTHON
        views = (guess.winner, guess.draw)
        self.says = any(view is not None and view.expression == "said" for view in views)
        self.names_mover = guess.winner is not None and guess.winner.how == "mover"

    def text(self) -> str:
        guess = self.guess
        parts = [
            self.method("move", ("player", "column"), self.move()),
            self.part("winner", guess.winner),
            self.part("draw", guess.draw),
            self.part("turn", guess.turn),
            *([self.method("state", (), self.state())] if guess.state is not None else []),
            self.method("text", (), self.shown()),
            *(self.extra(name, expression) for name, expression in guess.extras),
            *(self.of_board(guess.board) if guess.board is not None else []),
        ]
        body = "\n".join([self.constructor("\n".join(parts)), *parts])
        head = [line.format(file=self.file, kata=self.kata) for line in _HEAD]
        if self.is_python:
            told = '"""' + "\n".join(head) + '\n"""\n\n'
            imports = "import contextlib\nimport io\n\n" if "contextlib" in body else ""
            return f"{told}{imports}import submission\n\n\nclass Driver:\n{body}"
        told = "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in head) + " */\n"
        error = "\nclass NotImplementedError extends Error {}\n"
        start = "\nconst { submission } = globalThis;\n\nexport class Driver {\n"
        return f"{told}{start}{body}}}\n{error}"

    def extra(self, name: str, expression: str) -> str:
        return self.method(name, PARTS[name].parameters, [self.gives(self.own(expression))])

    def of_board(self, board: BoardGuess) -> list[str]:
        who = board.plan.who
        assert who is not None
        called = self.own(board.plan.move).format(player=self.own(who.either), column="column")
        lines, taken = [self.let("said", called)], self.taken(board.answer)
        parts = [self.extra(name, expression) for name, expression in board.extras]
        if board.line:
            row = "said" if "{row}" in board.line else "0"
            each = {"row": f"{self.me}last[0]", "column": f"{self.me}last[1]"}
            asked = self.own(board.line).format(**each, player=self.own(who.either))
            parts.append(self.method("line", ("player",), [self.gives(self.truth(asked))]))
            if "{row}" in board.line or "{column}" in board.line:
                last = f"({row}, column)" if self.is_python else f"[{row}, column]"
                lines.append(self.set("last", last))
        if taken == "said" and len(lines) == 1:
            lines, taken = [], called
        elif not re.search(r"\bsaid\b", " ".join([taken, *lines[1:]])):
            lines[0] = called if self.is_python else f"{called};"
        return [self.method("place", ("player", "column"), [*lines, self.gives(taken)]), *parts]

    def own(self, expression: str) -> str:
        return _OWN.sub(rf"{self.me}\1", expression)

    @property
    def me(self) -> str:
        return "self." if self.is_python else "this."

    def method(self, name: str, parameters: Sequence[str], lines: Sequence[str]) -> str:
        lines = [part for line in lines for part in fold_line(line)]
        if self.is_python:
            first = f"    def {name}({', '.join(('self', *parameters))}):\n"
            return first + "".join(f"        {line}".rstrip() + "\n" for line in lines)
        inside = "".join(f"    {line}".rstrip() + "\n" for line in lines)
        return f"  {name}({', '.join(parameters)}) {{\n{inside}  }}\n"

    def constructor(self, rest: str) -> str:
        plan, size = self.guess.plan, self.guess.size
        takes = {"rows", "cols"} <= {*plan.sizes}
        fixed = [] if takes and "k" in plan.sizes else ["k"] if takes else ["rows", "cols", "k"]
        wanted = dict(zip(("rows", "cols", "k"), size, strict=True))
        tests = [f"{each} {'!=' if self.is_python else '!=='} {wanted[each]}" for each in fixed]
        lines = [] if not tests else self.when((" or " if self.is_python else " || ").join(tests))
        setup = plan.setup
        if f"{self.me}names" in rest and "names" not in dict(setup):
            setup = (("names", '["Ann", "Ben"]'), *setup)
        if self.guess.board is not None:
            setup += tuple(each for each in self.guess.board.plan.setup if each not in setup)
        setup = tuple(sorted(setup, key=lambda each: _ORDER.index(each[0])))
        lines += [self.set(name, self.own(value)) for name, value in setup]
        if self.says:
            lines.append(self.set("said", self.dialect.nothing))
        if self.names_mover:
            lines.append(self.set("mover", self.dialect.nothing))
        given = [f"{name}{'=' if self.is_python else ' = '}{wanted[name]}" for name in wanted]
        return self.method("__init__" if self.is_python else "constructor", given, lines)

    def when(self, test: str, then: str = "") -> list[str]:
        end = f"return {then}" if then else self.not_offered("no board of this size")
        if self.is_python:
            return [f"if {test}:", f"    {end}"]
        return [f"if ({test}) {{", f"  {end.removesuffix(';')};", "}"]

    def not_offered(self, why: str) -> str:
        if self.is_python:
            return f'raise NotImplementedError("{why}")'
        return f'throw new NotImplementedError("{why}");'

    def set(self, name: str, value: str) -> str:
        return f"{self.me}{name} = {value}{'' if self.is_python else ';'}"

    def let(self, name: str, value: str) -> str:
        return f"{name} = {value}" if self.is_python else f"const {name} = {value};"

    def gives(self, value: str) -> str:
        return f"return {value}{'' if self.is_python else ';'}"

    def remark(self, text: str) -> str:
        return f"{'#' if self.is_python else '//'} {text}"

    def move(self) -> list[str]:
        guess, plan = self.guess, self.guess.plan
        player = self.own(plan.who.either) if plan.who is not None else ""
        column = "column + 1" if plan.base else "column"
        called = self.own(plan.move).format(player=player, column=column)
        lines: list[str] = []
        if plan.who is None and guess.turn is not None:
            lines.append(self.remark("The class is not told who moves: it says whose turn it is."))
            differ = "!=" if self.is_python else "!=="
            no = "False" if self.is_python else "false"
            lines += self.when(f"player {differ} {self.me}turn()", no)
        elif plan.who is None:
            lines.append(self.remark("TODO: nothing says whose turn it is, so a move out of turn"))
            lines.append(self.remark("cannot be refused."))
        keeps = self.says or self.names_mover
        if guess.answer.how == "true" and not keeps:
            return [*lines, self.gives(called)]
        taken = self.taken(guess.answer)
        if guess.answer.how == "unchanged":
            lines.append(self.remark("Only this shows a refused move: the board is as it was."))
            text = f"str({self.me}text())" if self.is_python else f"String({self.me}text())"
            lines.append(self.let("before", text))
            taken = f"{text} {'!=' if self.is_python else '!=='} before"
        lines.append(self.let("said", called))
        if not keeps:
            if not re.search(r"\bsaid\b", taken):
                lines[-1] = called if self.is_python else f"{called};"
            return [*lines, self.gives(taken)]
        kept = [self.set("said", "said")] if self.says else []
        kept += [self.set("mover", "player")] if self.names_mover else []
        lines.append(self.let("taken", taken))
        opening = "if taken:" if self.is_python else "if (taken) {"
        indent = "    " if self.is_python else "  "
        lines += [opening, *(indent + line for line in kept)]
        return [*lines, *([] if self.is_python else ["}"]), self.gives("taken")]

    def taken(self, sign: RefusalSign) -> str:
        """Write whether a move was taken, by what it `said`; one that says nothing raises."""
        match sign.how:
            case "taken":
                return f"said {self.dialect.equals} {sign.values[0]}"
            case "refused":
                return self.none_of("said", sign.values)
            case "true":
                return "said"
        return "True" if self.is_python else "true"

    def none_of(self, name: str, values: Sequence[str]) -> str:
        if not self.is_python:
            return " && ".join(
                f"{name} {'!=' if each == 'null' else '!=='} {each}" for each in values
            )
        singular = [each for each in values if each in ("None", "False", "True")]
        others = [each for each in values if each not in singular]
        tests = [f"{name} is not {each}" for each in singular]
        if len(others) == 1:
            tests.append(f"{name} != {others[0]}")
        elif others:
            tests.append(f"{name} not in ({', '.join(others)})")
        return " and ".join(tests)

    def part(self, name: str, view: GameView | None) -> str:
        if view is None:
            lines = [self.remark(f"TODO: {_UNKNOWN[name]}"), self.not_offered(f"{name}()")]
            return self.method(name, (), lines)
        return self.method(name, (), self.told(view))

    def told(self, view: GameView) -> list[str]:
        expression, equals = self.own(view.expression), self.dialect.equals
        test = f"{expression} {equals} {self.own(view.value)}" if view.value else expression
        if view.how == "holds":
            return [self.gives(test if view.value else self.truth(expression))]
        if view.how == "ends":
            nobody = f"{self.me}winner() {'is' if self.is_python else '==='} {self.dialect.nothing}"
            both = "and" if self.is_python else "&&"
            return [
                self.remark("It may also hold after a win."),
                self.gives(f"{self.truth(expression)} {both} {nobody}"),
            ]
        nobody = self.gives(self.dialect.nothing)
        if view.how == "mover":
            remark = self.remark("It says only that somebody has won: that is who moved last.")
            return [remark, *self.when(test, f"{self.me}mover"), nobody]
        assert view.who is not None
        one, two = self.own(view.who.one), self.own(view.who.two)
        if view.how == "asks":
            asked = [
                *self.when(f"{expression}({one})", "1"),
                *self.when(f"{expression}({two})", "2"),
            ]
            return [*asked, nobody]
        said = [self.let("said", expression)]
        if view.suffix:
            said += self.when(
                "said is None or said is False" if self.is_python else "!said", self.dialect.nothing
            )
        told = f"said{self.suffix(view)}"
        tests = [
            *self.when(f"{told} {equals} {one}", "1"),
            *self.when(f"{told} {equals} {two}", "2"),
        ]
        return [*said, *tests, nobody]

    def suffix(self, view: GameView) -> str:
        return f".{view.suffix}" if view.suffix else ""

    def truth(self, expression: str) -> str:
        return f"bool({expression})" if self.is_python else f"Boolean({expression})"

    def state(self) -> list[str]:
        assert self.guess.state is not None
        expression, values = self.guess.state
        lines = [self.let("said", self.own(expression))]
        for value, state in zip(values, ("playing", "won", "draw"), strict=True):
            lines += self.when(f"said {self.dialect.equals} {value}", f'"{state}"')
        return [*lines, self.gives("said")]

    def shown(self) -> list[str]:
        shown = self.guess.text
        if shown is None:
            return [self.remark(f"TODO: {_UNKNOWN['text']}"), self.not_offered("text()")]
        expression = self.own(shown.expression)
        if shown.prints and self.is_python:
            return [
                "with contextlib.redirect_stdout(io.StringIO()) as printed:",
                f"    {expression}",
                "return printed.getvalue()",
            ]
        if shown.prints:
            return [
                "const { stdout } = process;",
                "const printed = [];",
                "stdout.write = (chunk) => printed.push(String(chunk)) > 0;",
                "try {",
                f"  {expression};",
                '  return printed.join("");',
                "} finally {",
                "  delete stdout.write;",
                "}",
            ]
        if not shown.rows:
            return [self.gives(expression)]
        lines, name = [self.let("rows", expression)], "rows"
        if shown.upside_down:
            name = "rows[::-1]" if self.is_python else "[...rows].reverse()"
        if self.is_python:
            cell = '"" if cell is None else str(getattr(cell, "name", cell))'
            return [*lines, f"return [[{cell} for cell in row] for row in {name}]"]
        cell = '[...row].map((cell) => String(cell?.name ?? cell ?? ""))'
        return [*lines, f"return {name}.map((row) => {cell});"]


def fold_line(line: str) -> list[str]:
    """Break a long line after the commas of its outermost brackets, as a formatter would.

    >>> len(fold_line("a = [1, 2]")), fold_line("a = [" + "1, " * 30 + "2]")[1]
    (1, '    1,')
    """
    start = next((at for at, char in enumerate(line) if char in "[("), 0)
    end = max(line.rfind("]"), line.rfind(")"))
    if len(line) <= _LONGEST or not 0 < start < end or line.lstrip().startswith(("#", "//")):
        return [line]
    parts, depth = [""], 0
    for char in line[start + 1 : end]:
        depth += {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    indent = " " * (len(line) - len(line.lstrip()))
    inside = [f"{indent}    {part.strip()}," for part in parts if part.strip()]
    if len(inside) == 1:
        inside = [inside[0].removesuffix(",")]
    return [line[: start + 1], *inside, indent + line[end:]]

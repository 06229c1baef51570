"""Ask a driver for what a script needs, and judge what came, up to the first step that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from graders.katas.driven.boards import Grid, Signs, read_board, signs_in, usual_signs
from graders.katas.driven.contract import (
    MAY_REFUSE,
    NAMES,
    PARTS,
    READS_INPUT,
    SIZE,
    is_not_offered,
    refuses,
)
from graders.katas.driven.task import NO, NOBODY, WORDS, YES, ScriptTask, Size, Step
from graders.katas.rules import Rules
from graders.model.outcome import Outcome
from graders.model.raised import Raised
from graders.model.request import Call, Construct, Earlier, Session, SessionOutcome
from graders.model.request import Step as Taken
from graders.model.submission import DRIVER
from graders.model.value import Other, answer_in_words
from graders.model.verdict import Judgement, Verdict

_KEY = "the signs"
"""The game in which two discs show which signs stand for what."""
_KEY_CALLS: tuple[tuple[str, tuple[object, ...]], ...] = (
    *(("text", ()), ("move", (1, 1)), ("text", ())),
    *(("move", (2, 2)), ("text", ())),
)
_CANNOT_BE_DRIVEN = "the contract of the statement is not kept, and there is no driver: it lacks {}"
_ADAPT = "kata adapt FILE writes a driver.py beside it, which may call its classes as they are"
_CALLED = {"board": "text", "bot": "choose"}
_METHOD = re.compile(r"\w+(?=\()")


class PlannedStep(msgspec.Struct, frozen=True):
    """One step of a session: what is taken, and for which step of the script, if for one."""

    taken: Taken
    step: int | None = None


class Miss(msgspec.Struct, frozen=True):
    """The first step of which something else came than must.

    `got` is what came, as JSON can carry it: of a board the rows that were shown, with `?` for a
    sign that is neither player's. `verdict` is what that amounts to.
    """

    step: int
    got: object
    message: str
    verdict: Verdict = Verdict.WRONG_ANSWER


def plan(task: ScriptTask, usual: Size) -> Iterator[PlannedStep]:
    """Yield the steps of the session; a game is made when it is first used."""
    made: dict[str, Earlier] = {}
    taken = 0

    def new(thing: str) -> PlannedStep:
        made[thing] = Earlier(taken)
        return PlannedStep(Construct(DRIVER, task.size, SIZE, task.size == usual))

    for number, step in enumerate(task.steps):
        if step.thing not in made:
            yield new(step.thing)
            taken += 1
        for part, arguments in calls_of(step):
            yield PlannedStep(_call(part, arguments, made[step.thing]), number)
            taken += 1
    # Last, so that discs which games share by mistake do not lie in the others.
    if any(step.word == "board" for step in task.steps):
        yield new(_KEY)
        for part, arguments in _KEY_CALLS:
            yield PlannedStep(_call(part, arguments, made[_KEY]))


def calls_of(step: Step) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """Return the parts of a driver that a step asks, with their arguments."""
    if step.word == "state":
        return ("winner", ()), ("draw", ()), ("state", ())
    if step.word == "colours":
        return ("colour", (1,)), ("colour", (2,))
    if step.word == "replay":
        return (("replay", (list(step.arguments),)),)
    return ((_CALLED.get(step.word, step.word), step.arguments),)


def _is_needed(asked: PlannedStep, task: ScriptTask) -> bool:
    """Tell whether a step cannot be asked without a part: a state that is no draw needs no draw().

    Nothing needs state(), which is asked beside the parts that make it.
    """
    if asked.step is None or not isinstance(asked.taken, Call):
        return True
    step, part = task.steps[asked.step], asked.taken.function
    if part == "state":
        return False
    return (part, step.word) != ("draw", "state") or step.expected == "draw"


def _call(part: str, arguments: tuple[object, ...], on: Earlier) -> Call:
    return Call(part, arguments, on, PARTS[part].parameters)


def session(task: ScriptTask, usual: Size, expects: str) -> Session:
    """Return all that is asked in one case, and nothing of what is expected."""
    steps = tuple(asked.taken for asked in plan(task, usual))
    return Session(steps, task.session_s, expects)


class Reading:
    """A script beside what came of each of its steps, in order."""

    def __init__(self, task: ScriptTask, outcome: Outcome, usual: Size) -> None:
        self.task = task
        self.outcome = outcome
        self.calls: dict[int, list[Outcome]] = {}
        self.ours: list[tuple[Taken, Outcome]] = []
        self.asked: list[tuple[Taken, Outcome]] = []
        self.lacking: list[tuple[Taken, Outcome]] = []
        came = outcome.calls if isinstance(outcome, SessionOutcome) else ()
        for asked, call in zip(plan(task, usual), came, strict=False):
            self.asked.append((asked.taken, call))
            if is_not_offered(call) and _is_needed(asked, task):
                self.lacking.append((asked.taken, call))
            if asked.step is None:
                self.ours.append((asked.taken, call))
            else:
                self.calls.setdefault(asked.step, []).append(call)
        self.signs = self._signs()

    def _signs(self) -> Signs | None:
        shown = [call for taken, call in self.ours if isinstance(taken, Call)]
        return (
            signs_in([board_in(call) for call in shown[::2]])
            if len(shown) == len(_KEY_CALLS)
            else None
        )

    def cannot_be_driven(self) -> str:
        """Return what is missing that every game needs, in words; nothing where none is."""
        for taken, call in self.asked:
            if not (isinstance(taken, Construct) and taken.usual and isinstance(call.fact, Raised)):
                continue
            if is_not_offered(call):
                return call.fact.message.strip() or "a new game"
        return ""

    def not_offered(self, called: Mapping[str, str]) -> str:
        for taken, call in self.lacking:
            if isinstance(taken, Call):
                part = taken.function
                name = method_called(part, called)
                return f"{part}()" if name == part else f"{name}(), or {part}() of a driver"
            assert isinstance(call.fact, Raised)
            return call.fact.message.strip() or "a game of this size"
        return ""

    def first_miss(self) -> Miss | None:
        games: dict[str, Rules] = {}
        for number, step in enumerate(self.task.steps):
            rules = games.setdefault(step.thing, Rules(*self.task.size))
            calls = self.calls.get(number, [])
            if len(calls) < len(calls_of(step)):
                return None
            found = self._missed(step, calls, rules)
            if found is not None:
                got, message, verdict = found
                return Miss(number, got, message, verdict)
            apply_step(rules, step)
        return None

    def _missed(self, step: Step, calls: Sequence[Outcome], rules: Rules) -> _Found | None:
        parts = [part for part, _ in calls_of(step)]
        for part, call in zip(parts, calls, strict=True):
            raised = call.fact if isinstance(call.fact, Raised) else None
            if raised is not None and not is_not_offered(call) and not refuses(part, raised):
                why = ", which is a crash and not a way to refuse" if part in MAY_REFUSE else ""
                return f"raised {raised.type}", f"{_exception(raised)}{why}", Verdict.RUNTIME_ERROR
        if step.word == "board":
            return self._of_a_board(calls[0], rules)
        meaning = meaning_of(step, calls, rules)
        if meaning == step.expected:
            return None
        got = answer_text(step, calls)
        return got, _difference(step, calls, meaning), Verdict.WRONG_ANSWER

    def _of_a_board(self, call: Outcome, rules: Rules) -> _Found | None:
        grid, (wanted_rows, wanted_cols) = board_in(call), self.task.size[:2]
        if grid is None:
            said = call.value if isinstance(call.value, str) else outcome_text(call)
            first = next((line for line in said.splitlines() if line.strip()), "nothing")[:60]
            size = f"{wanted_rows} rows and {wanted_cols} columns"
            message = f"no board of {size} can be read; it begins {first!r}"
            return "no board", message, Verdict.WRONG_ANSWER
        if (len(grid), len(grid[0])) != (wanted_rows, wanted_cols):
            size = f"{len(grid)} rows and {len(grid[0])} columns"
            message = f"it shows {size}; the board has {wanted_rows} and {wanted_cols}"
            return f"a board of {len(grid)} x {len(grid[0])}", message, Verdict.WRONG_ANSWER
        rows, wanted = (self.signs or usual_signs(grid)).players(grid), rules.drawing()
        if rows == wanted:
            return None
        return rows, board_difference(rows, wanted, grid), Verdict.WRONG_ANSWER

    def mixed(self) -> str:
        """Say what is told in more ways than one where the case asks for one; else nothing."""
        what, seen = self.task.consistent, dict[str, int]()
        for number, step in enumerate(self.task.steps):
            if (what, step.word) in _CONSISTENT and step.expected not in (YES, NOBODY):
                seen.setdefault(_kind(self.calls[number][0]), number)
        if what is None or len(seen) < 2:
            return ""
        told = ", but ".join(f"step {at + 1} {how}" for how, at in list(seen.items())[:2])
        named = {"refusal": "a refused move", "winner": "the winner", "board": "the board"}[what]
        return f"{named} is reported in more than one way: {told}; choose one of them"


_Found = tuple[object, str, Verdict]
_CONSISTENT = (("refusal", "move"), ("winner", "winner"), ("board", "board"))


def check(task: ScriptTask, outcome: Outcome, usual: Size, called: Mapping[str, str]) -> Judgement:
    """Accept a session in which every step came to what it must.

    `called` are the names by which a kata's statement calls the parts.
    """
    reading = Reading(task, outcome, usual)
    missing = reading.cannot_be_driven()
    if missing:
        return Judgement(Verdict.LOAD_ERROR, f"{_CANNOT_BE_DRIVEN.format(missing)}\n{_ADAPT}")
    lacking = reading.not_offered(called)
    if lacking:
        return Judgement(
            Verdict.NOT_OFFERED, f"needs {lacking}, which this submission does not offer"
        )
    found = reading.first_miss()
    if found is not None:
        return Judgement(found.verdict, f"{step_named(task, found.step, called)}: {found.message}")
    for taken, call in reading.asked:
        if isinstance(taken, Construct) and isinstance(call.fact, Raised):
            new = f"a new game, {DRIVER}({', '.join(map(str, task.size))})"
            return Judgement(Verdict.RUNTIME_ERROR, f"{new}: {_exception(call.fact)}")
    if len(reading.asked) < len(list(plan(task, usual))):  # else what was never asked would pass
        return Judgement(Verdict.RUNTIME_ERROR, "it ended before all of the case was asked")
    mixed = reading.mixed()
    return Judgement(Verdict.WRONG_ANSWER, mixed) if mixed else Judgement(Verdict.ACCEPTED)


def apply_step(rules: Rules, step: Step) -> None:
    """Change a game as a step changes it by what is expected of it."""
    if step.expected != YES:
        return
    if step.word in ("move", "place"):
        player, column = step.arguments
        assert isinstance(player, int)
        rules.place(player, column)
    elif step.word == "undo":
        rules.undo()
    elif step.word == "replay":
        rules.replay(step.arguments)


def expected_of(step: Step, rules: Rules) -> str:
    """Return what a step must come to by the rules, and change the game as it does."""
    match step.word, step.arguments:
        case "move", (int(player), column):
            return YES if rules.move(player, column) else NO
        case "place", (int(player), column):
            return YES if rules.place(player, column) else NO
        case "undo", ():
            return YES if rules.undo() else NO
        case "replay", columns:
            return YES if rules.replay(columns) else NO
        case "can", (column,):
            return YES if rules.can(column) else NO
        case "full", ():
            return YES if rules.is_full() else NO
        case "line", (player,):
            return YES if rules.winner() == player else NO
        case "cell", place:
            return str(dict[object, int](rules.discs).get(place, "empty"))
        case "winner", ():
            return str(rules.winner() or NOBODY)
        case "turn", ():
            return str(rules.turn())
        case "state", ():
            return rules.state()
        case "board", ():
            return rules.heights()
    return step.expected


def meaning_of(step: Step, calls: Sequence[Outcome], rules: Rules) -> str:
    """Return what came of a step in the words of the script; "" where that means nothing."""
    call = calls[0]
    value = undefined_as_none(call.value)
    match step.word:
        case "move":
            return _taken_or_refused(call)
        case "place":
            return _placed(call, rules.height(step.arguments[1]))
        case "can" | "full" | "line":
            return NO if isinstance(call.fact, Raised) else _truth(value)
        case "winner":
            return player_named(value)
        case "turn":
            return str(value) if type(value) is int and value in (1, 2) else ""
        case "state":
            return _state(calls)
        case "cell":
            return {0: "empty", 1: "1", 2: "2"}.get(value, "") if type(value) is int else ""
        case "undo" | "replay":
            return NO if value is False else YES
        case "bot":
            return "legal" if rules.can(value) else ""
        case "name":
            player = step.arguments[0]
            return "given" if value == NAMES[0 if player == 1 else 1] else ""
        case "colours":
            return "differ" if repr(value) != repr(undefined_as_none(calls[1].value)) else ""
    return ""


def _taken_or_refused(call: Outcome) -> str:
    """Return whether a move was taken: True alone says so, a text says why it was not."""
    value = undefined_as_none(call.value)
    if isinstance(call.fact, Raised) or value is None or value is False or isinstance(value, str):
        return NO
    return YES if value is True else ""


def _placed(call: Outcome, row: int) -> str:
    """Return whether a disc was put down; where its row is told, that has to be the right one."""
    value = undefined_as_none(call.value)
    if type(value) is int:
        return NO if value == -1 else YES if value == row else ""
    return _taken_or_refused(call)


def _truth(value: object) -> str:
    return YES if value is True else NO if value is False or value is None else ""


def player_named(value: object) -> str:
    """Return whom an answer names: `1`, `2`, `nobody`; "" where it cannot be read.

    >>> [player_named(each) for each in (1, "Player 2 wins", None, "a draw", True, 3)]
    ['1', '2', 'nobody', 'nobody', '', '']
    """
    if value is None or value is False or (type(value) is int and value == 0):
        return NOBODY
    if type(value) is int:
        return str(value) if value in (1, 2) else ""
    if not isinstance(value, str):
        return ""
    digits = {char for char in value if char.isdigit()}
    return NOBODY if not digits else digits.pop() if digits in ({"1"}, {"2"}) else ""


def _state(calls: Sequence[Outcome]) -> str:
    """Return the state that winner() and draw() make; "" where state() contradicts them.

    Where draw() is not offered, it has said nothing.
    """
    winner, drawn, told = calls
    draw = NO if is_not_offered(drawn) else _truth(undefined_as_none(drawn.value))
    made = {(NOBODY, NO): "playing", (NOBODY, YES): "draw", ("1", NO): "won", ("2", NO): "won"}
    meant = made.get((player_named(undefined_as_none(winner.value)), draw), "")
    return meant if is_not_offered(told) or told.value == meant else ""


def undefined_as_none(value: object) -> object:
    """Return an answer with what other languages have for nothing as None."""
    return None if isinstance(value, Other) and value.shown == "undefined" else value


def board_in(call: Outcome) -> Grid | None:
    """Return the board that a driver's text() gave."""
    return None if isinstance(call.fact, Raised) else read_board(call.value)


def outcome_text(call: Outcome) -> str:
    """Write an answer as a person reads it, on one short line."""
    if isinstance(call.fact, Raised):
        return f"raised {call.fact.type}"
    return answer_in_words(undefined_as_none(call.value))


def answer_text(step: Step, calls: Sequence[Outcome]) -> str:
    """Write what came of a step, of a state what the parts that are offered make of it."""
    if step.word == "state" and len(calls) == len(calls_of(step)):
        meant = _state(calls)
        if meant in WORDS["state"][1]:
            return expected_text(replace(step, expected=meant))
        return outcome_text(next(call for call in reversed(calls) if not is_not_offered(call)))
    if step.word == "move" and isinstance(calls[0].value, bool):
        return expected_text(replace(step, expected=YES if calls[0].value else NO))
    return outcome_text(calls[0])


def _kind(call: Outcome) -> str:
    if isinstance(call.fact, Raised):
        return "raises"
    value = undefined_as_none(call.value)
    names = {bool: repr(value), int: "a number", str: "a text", type(None): "None"}
    return f"gives {names.get(type(value), 'a list')}"


def _exception(raised: Raised) -> str:
    line = f" in {raised.own_line.place}" if raised.own_line is not None else ""
    said = f": {raised.message.splitlines()[0]}" if raised.message.strip() else ""
    hint = f"; {READS_INPUT}" if raised.type == "EOFError" else ""
    return f"raised {raised.type}{said}{line}{hint}"


def _difference(step: Step, calls: Sequence[Outcome], meaning: str) -> str:
    got = outcome_text(calls[0])
    if step.word in ("move", "place"):
        wanted = "this move is possible" if step.expected == YES else "it has to be refused"
        if isinstance(calls[0].fact, Raised):
            return f"{wanted}, and was refused: {_exception(calls[0].fact)}"
        done = {YES: "was taken", NO: "was refused"}.get(meaning, "that is neither True nor False")
        if isinstance(calls[0].value, bool):  # perhaps a driver's word for what came
            return f"{wanted}, and {done}"
        return f"{wanted}, and it returned {got}: {done}"
    if step.word == "state" and not meaning:
        parts = ("winner", "draw", "state")
        said = ", ".join(
            f"{part}() says {outcome_text(call)}"
            for part, call in zip(parts, calls, strict=False)
            if not isinstance(call.fact, Raised)
        )
        return f"expected {expected_text(step)}, but {said}"
    if step.word == "winner":
        means = {NOBODY: ", which is nobody", "": ", which names no player"}
        named = means.get(meaning, f", which is player {meaning}")
        return f"{_has_won(step.expected)}, and it says {got}{named}"
    if step.word == "colours":
        return f"expected two colours, got {got} and {outcome_text(calls[1])}"
    return f"expected {expected_text(step)}, got {answer_text(step, calls)}"


def _has_won(expected: str) -> str:
    return "nobody has won" if expected == NOBODY else f"player {expected} has won"


def expected_text(step: Step) -> str:
    """Write what is expected of a step as a person reads it."""
    if step.word in ("move", "place", "undo", "replay"):
        return "played" if step.expected == YES else "refused"
    if step.word in ("can", "full", "line"):
        return "true" if step.expected == YES else "false"
    if step.word == "board":
        return "the board"
    words = {
        "1": "player 1",
        "2": "player 2",
        "playing": "in progress",
        "legal": "a column with room",
        "given": "the name that it was given",
        "differ": "two colours",
    }
    return words.get(step.expected, step.expected)


def step_named(task: ScriptTask, number: int, called: Mapping[str, str]) -> str:
    """Name a step of a case, which is one of how many and how it is called."""
    return f"step {number + 1} of {len(task.steps)}, {step_text(task, number, called)}"


def step_text(task: ScriptTask, number: int, called: Mapping[str, str]) -> str:
    """Return what a step calls, as the statement of its kata names it."""
    step = task.steps[number]
    which = f"{step.thing}: " if len(task.things) > 1 else ""
    part, arguments = calls_of(step)[-1]
    names = dict(zip(PARTS[part].parameters, map(answer_in_words, arguments), strict=True))
    return which + called.get(part, f"{part}()").format(**names)


def method_called(part: str, called: Mapping[str, str]) -> str:
    """Return the name of the method that the statement of a kata has for a part of a driver.

    >>> method_called("move", {"move": "game.make_move(player {player}, {column})"})
    'make_move'
    """
    named = _METHOD.search(called.get(part, ""))
    return part if named is None else named[0]


def board_difference(rows: Sequence[str], wanted: Sequence[str], grid: Grid) -> str:
    """Say in a sentence in what a board differs, the simplest that explains all of it."""
    swapped = str.maketrans("12", "21")
    if list(rows) == list(wanted[::-1]):
        return "the board is upside down: the first row shown has to be the top one"
    if [row[::-1] for row in rows] == list(wanted):
        return "left and right are swapped: column 0 is the left one"
    if [row.translate(swapped) for row in rows] == list(wanted):
        return "the discs of the two players are swapped"
    for sign in sorted({grid[at][to] for at, row in enumerate(rows) for to in _unknown(row)}):
        return f"there is a sign that was never a disc or an empty cell: {sign!r}"
    cells = [
        (at, to)
        for at, row in enumerate(rows)
        for to, cell in enumerate(row)
        if cell != wanted[at][to]
    ]
    at, to = cells[-1]
    others = len(cells) - 1
    more = f", and {others} more {'differs' if others == 1 else 'differ'}" if others else ""
    names = {".": "empty", "1": "a disc of player 1", "2": "a disc of player 2"}
    return (
        f"column {to}, row {len(rows) - at} from below: it shows {names[rows[at][to]]}, and has to "
        f"be {names[wanted[at][to]]}{more}"
    )


def _unknown(row: str) -> list[int]:
    return [at for at, cell in enumerate(row) if cell == "?"]

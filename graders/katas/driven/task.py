"""Read what one case holds: a script of steps, played on one or more games of one size.

A step is `[THING.]WORD ARGUMENTS -> EXPECTED`. The words:

    play 3 3 4              moves in turn, each played; `play 3344` is the same
    play 7 -1 -> refused    moves in turn, each refused
    move 2 3 -> no          a move of player 2, refused; `yes` where it is played
    winner -> 1             1, 2 or nobody; a draw is nobody's
    state -> won            playing, won or draw
    turn -> 2               who is to move
    board -> 12/1/////      the board that is shown: its columns from the left, from the bottom up
    undo -> yes, replay 3 3 4 -> yes, bot 1 -> legal, cell 0 3 -> 1 (row 0 at the bottom; or empty)

and, of a board by itself, without turns: `place 1 3 -> yes`, `can 3 -> no`, `full -> no` and
`line 1 -> yes`; of the players: `name 1 -> given`, `colours -> differ`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Literal

import msgspec

from graders.katas.fields import CASE_FIELDS, quoted, read_fields
from graders.katas.kata import TaskError
from graders.katas.rules import Rules
from graders.model.text import on_one_line

MOST_STEPS = 2_000
MOST_GAMES = 10_000
LARGEST_SIDE = 20
LONGEST_SESSION_S = 300.0
YES, NO, NOBODY, EMPTY = "yes", "no", "nobody", "empty"
GAME = "game"

Value = int | float | str | None
Size = tuple[int, int, int]
"""Rows, columns, and how many in a line win."""
Consistent = Literal["refusal", "winner", "board"]

_YES_OR_NO = (YES, NO)
WORDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "move": ("player column", _YES_OR_NO),
    "turn": ("", ("1", "2")),
    "state": ("", ("playing", "won", "draw")),
    "winner": ("", ("1", "2", NOBODY)),
    "board": ("", ()),
    "undo": ("", (YES,)),
    "replay": ("columns", (YES,)),
    "bot": ("player", ("legal",)),
    "cell": ("row column", (EMPTY, "1", "2")),
    "place": ("player column", _YES_OR_NO),
    "can": ("column", _YES_OR_NO),
    "full": ("", _YES_OR_NO),
    "line": ("player", _YES_OR_NO),
    "name": ("player", ("given",)),
    "colours": ("", ("differ",)),
}
"""Each word of a step, with its arguments and what may be expected of it."""
ON_A_BOARD = ("place", "can", "full", "line")
_SYNONYMS = {"refused": NO, "played": YES}
_STEP = re.compile(
    rf"(?:(?P<thing>\w+)[. ])?(?P<word>play|{'|'.join(WORDS)})"
    r"(?: +(?P<rest>(?!->).*?))?(?: *-> *(?P<want>.+))?"
)


class Step(msgspec.Struct, frozen=True):
    thing: str
    word: str
    arguments: tuple[Value, ...]
    expected: str


class Recipe(msgspec.Struct, frozen=True):
    """How many games are begun in one process, and how many of them played to their end."""

    games: int
    seed: int
    whole: int


class ScriptTask(msgspec.Struct, frozen=True, dict=True):
    """The steps of a case, or the recipe to make them from when they are first asked for.

    Where something is to be `consistent`, it always has to be told in one way. `session_s` are the
    seconds for all of its calls together, where it needs more than a session otherwise has.
    """

    size: Size
    written: tuple[Step, ...] = ()
    recipe: Recipe | None = None
    consistent: Consistent | None = None
    session_s: float | None = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return self.written if self.recipe is None else tuple(_generated(self.recipe, self.size))

    @property
    def things(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(step.thing for step in self.steps))


class _Fields(msgspec.Struct, frozen=True):
    steps: list[str] | None = None
    columns: str | None = None
    ends: Literal["1 wins", "2 wins", "draw", "refused", "unfinished"] | None = None
    generate: dict[str, int] | None = None
    manner: Consistent | None = None
    session_s: float | None = None
    rows: int | None = None
    cols: int | None = None
    k: int | None = None


def read_task(fields: Mapping[str, object], usual: Size) -> ScriptTask:
    """Check one case: its steps, a list of columns with how it ends, or what to generate."""
    read = read_fields(_Fields, fields, CASE_FIELDS)
    size = _size(read, usual)
    if read.session_s is not None and not 0 < read.session_s <= LONGEST_SESSION_S:
        raise TaskError("session_s", f"should be more than 0 and at most {LONGEST_SESSION_S:g}")
    if sum(each is not None for each in (read.steps, read.columns, read.generate)) != 1:
        raise TaskError("steps", "a case has one of steps, columns and generate")
    if (read.columns is None) != (read.ends is None):
        raise TaskError("ends", "it belongs to columns, and columns need it")
    if read.generate is not None:
        recipe = _recipe(read.generate)
        return ScriptTask(size, recipe=recipe, consistent=read.manner, session_s=read.session_s)
    if read.columns is not None and read.ends is not None:
        steps = tuple(_screened(read.columns, read.ends, size))
    else:
        steps = parse_steps(read.steps or [], size)
    if not 1 <= len(steps) <= MOST_STEPS:
        raise TaskError("steps", f"should be 1 to {MOST_STEPS}, but there are {len(steps)}")
    return ScriptTask(size, steps, consistent=read.manner, session_s=read.session_s)


def _size(read: _Fields, usual: Size) -> Size:
    rows, cols, k = (
        of_case or default
        for of_case, default in zip((read.rows, read.cols, read.k), usual, strict=True)
    )
    for field in ("rows", "cols", "k"):
        value = getattr(read, field)
        if value is not None and not 1 <= value <= LARGEST_SIDE:
            raise TaskError(field, f"should be 1 to {LARGEST_SIDE}, but is {value}")
    return rows, cols, k


def parse_steps(lines: Sequence[str], size: Size) -> tuple[Step, ...]:
    """Read the lines of a script; raise `TaskError` for what cannot be played by the rules.

    >>> [step.arguments for step in parse_steps(["play 34", "turn -> 1"], (6, 7, 4))]
    [(1, 3), (2, 4), ()]
    """
    steps: list[Step] = []
    games: dict[str, Rules] = {}
    for number, line in enumerate(lines, start=1):
        try:
            for step in _parsed(line, games, size):
                _follow(games.setdefault(step.thing, Rules(*size)), step)
                steps.append(step)
        except ValueError as error:
            raise TaskError(f"steps, item {number}", f"{quoted(line)}: {error}") from None
    _check_apart(steps)
    return tuple(steps)


def _parsed(line: str, games: Mapping[str, Rules], size: Size) -> Iterator[Step]:
    match = _STEP.fullmatch(line.strip())
    if match is None:
        raise ValueError(
            f"it is not a step: write play 3, winner -> 1, or another of {', '.join(WORDS)}"
        )
    thing, word, rest = match["thing"] or GAME, match["word"], match["rest"] or ""
    want = _SYNONYMS.get(match["want"] or "", match["want"])
    if word == "play":
        yield from _played(thing, rest, want, games, size)
        return
    if word == "winner" and want == "draw":
        want = NOBODY
    wanted, results = WORDS[word]
    if word == "board":
        _check_board(want, size)
    elif want not in results:
        raise ValueError(f"what is expected of {word} is one of {', '.join(results)}")
    arguments = tuple(map(_value, rest.split()))
    if wanted != "columns" and len(arguments) != len(wanted.split()):
        raise ValueError(f"{word} takes {wanted or 'no arguments'}")
    if wanted.startswith("player") and arguments[0] not in (1, 2):
        raise ValueError("the players are 1 and 2")
    yield Step(thing, word, arguments, want or "")


def _played(
    thing: str, rest: str, want: str | None, games: Mapping[str, Rules], size: Size
) -> Iterator[Step]:
    if not rest:
        raise ValueError("play needs a column, or several")
    if want not in (None, *_YES_OR_NO):
        raise ValueError(f"a move is played, or -> refused, not {quoted(want)}")
    turn = games[thing].turn() if thing in games else Rules(*size).turn()
    if want == NO:
        for word in rest.split():
            yield Step(thing, "move", (turn, _value(word)), NO)
        return
    if not rest.replace(" ", "").isdecimal():
        raise ValueError("columns that are played are digits, such as 3 3 4 or 334")
    for digit in rest.replace(" ", ""):
        yield Step(thing, "move", (turn, int(digit)), YES)
        turn = 3 - turn


def _value(word: str) -> Value:
    try:
        value = msgspec.json.decode(word.encode(), type=Value)
    except msgspec.DecodeError:
        raise ValueError(f"{quoted(word)} is no value: write 3, -1, 2.5, null, or a text") from None
    return on_one_line(value) if isinstance(value, str) else value


def _check_board(want: str | None, size: Size) -> None:
    columns = (want or "").split("/")
    fits = all(len(column) <= size[0] and not column.strip("12") for column in columns)
    if not fits or len(columns) != size[1]:
        raise ValueError(f"a board is {size[1]} columns of 1 and 2 with / between them")


def _follow(rules: Rules, step: Step) -> None:
    """Play what is expected, so that a script asks for nothing that cannot be.

    `kata verify` proves all the rest.
    """
    last = next(reversed(rules.discs.values()), 0)
    if step.word == "move" and step.expected == YES and not rules.move(*_move(step)):
        raise ValueError("by the rules this move cannot be played")
    if step.word == "place" and step.expected == YES and not rules.place(*_move(step)):
        raise ValueError("there is no room")
    if step.word == "replay" and not rules.replay(step.arguments):
        raise ValueError("by the rules these moves cannot be played")
    if step.word == "undo" and not rules.undo():
        raise ValueError("there is no move to undo")
    if step.word == "line" and last != step.arguments[0]:
        raise ValueError("it asks for a line of who did not move last")
    if step.word == "cell" and not _is_cell(step.arguments, rules):
        raise ValueError("there is no such cell")


def _move(step: Step) -> tuple[int, Value]:
    player, column = step.arguments
    assert isinstance(player, int)
    return player, column


def _is_cell(place: tuple[Value, ...], rules: Rules) -> bool:
    sides = zip(place, (rules.rows, rules.cols), strict=True)
    return all(type(each) is int and each in range(side) for each, side in sides)


def _check_apart(steps: Sequence[Step]) -> None:
    """Refuse a thing that is both a game and a board by itself: a driver has one of each."""
    boards = {step.thing for step in steps if step.word in ON_A_BOARD}
    for step in steps:
        if step.thing in boards and step.word in ("move", "board", "undo", "replay", "bot"):
            raise TaskError("steps", f"{step.thing} is a game, and a board without turns")


def _recipe(params: Mapping[str, int]) -> Recipe:
    for name, value in params.items():
        if name not in ("games", "seed", "whole"):
            raise TaskError("generate", f"{quoted(name)} is not one of games, seed, whole")
        if not 0 <= value <= MOST_GAMES:
            raise TaskError("generate", f"{name}: should be 0 to {MOST_GAMES}, but is {value}")
    if not params.get("games") or "seed" not in params:
        raise TaskError("generate", "games and seed are needed")
    return Recipe(params["games"], params["seed"], params.get("whole", 0))


def _screened(columns: str, ends: str, size: Size) -> Iterator[Step]:
    """Yield a list of columns as it is played through: the board after each, and the end."""
    if not columns.isdecimal():
        raise TaskError("columns", f"should be digits, but is {quoted(columns)}")
    rules = Rules(*size)
    end = {"1 wins": "1", "2 wins": "2"}.get(ends, NOBODY)
    for at, digit in enumerate(columns, start=1):
        last = at == len(columns)
        refused = last and ends == "refused"
        yield Step(GAME, "move", (rules.turn(), int(digit)), NO if refused else YES)
        rules.move(rules.turn(), int(digit))
        yield Step(GAME, "board", (), rules.heights())
        yield Step(GAME, "winner", (), end if last else NOBODY)


def _generated(recipe: Recipe, size: Size) -> Iterator[Step]:
    """Yield games that all live at once: the first move of each, then the rest of some.

    Moves are random and legal. Of the games that are played to their end, the winner and the board
    are asked for, and of as many others the board.
    """
    chances = Random(recipe.seed)
    games = [Rules(*size) for _ in range(recipe.games)]
    for number, rules in enumerate(games, start=1):
        yield _random_move(chances, rules, number)
    order = chances.sample(range(recipe.games), min(recipe.games, 2 * recipe.whole))
    for at in order[: recipe.whole]:
        while not games[at].is_over():
            yield _random_move(chances, games[at], at + 1)
        yield Step(f"game {at + 1:,}", "winner", (), str(games[at].winner() or NOBODY))
    for at in order:
        yield Step(f"game {at + 1:,}", "board", (), games[at].heights())


def _random_move(chances: Random, rules: Rules, number: int) -> Step:
    column = chances.choice([column for column in range(rules.cols) if rules.can(column)])
    step = Step(f"game {number:,}", "move", (rules.turn(), column), YES)
    rules.move(rules.turn(), column)
    return step

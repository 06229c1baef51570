"""Read the steps of a script and follow the discs that it puts down.

A step is `[OBJECT.]WORD ARGUMENTS -> EXPECTED`, in the words of `WORDS`. Objects are games, called
`game` unless the script says otherwise, and boards, of which the words tell that they are boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

PLAYERS = (1, 2)
YES, NO, NOBODY = "yes", "no", "nobody"
WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "move": ("player column", (YES, NO)),
    "turn": ("", ("1", "2")),
    "state": ("", ("playing", "won", "draw")),
    "winner": ("", ("1", "2", NOBODY)),
    "undo": ("", (YES,)),
    "replay": ("columns", (YES,)),
    "bot": ("player", ("legal",)),
    "place": ("player column", (YES, NO)),
    "can": ("column", (YES, NO)),
    "full": ("", (YES, NO)),
    "line": ("player", (YES, NO)),
    "cell": ("row column", ("empty", "1", "2")),
    "name": ("player", ("given",)),
    "colours": ("", ("differ",)),
}
"""Each word of a step, with its arguments and what may be expected of it."""
ON_A_BOARD = ("place", "can", "full", "line", "cell")
ON_NOTHING = ("name", "colours")
_DEFAULT = {"board": "board", "game": "game", "": ""}


class Asked(msgspec.Struct, frozen=True):
    """Hold one step: the object that it asks, what is asked, and what has to come of it."""

    thing: str
    word: str
    arguments: tuple[int, ...]
    expected: str


class Disc(msgspec.Struct, frozen=True):
    """Hold a disc on a board: who put it there, into which column."""

    player: int
    column: int


def kind_of(word: str) -> str:
    """Return of what a word asks: `board`, `game`, or nothing for the players themselves."""
    if word in ON_NOTHING:
        return ""
    return "board" if word in ON_A_BOARD else "game"


def parse_steps(lines: Sequence[str]) -> tuple[Asked, ...]:
    """Read the lines of a script; raise `ValueError` for what is none.

    A line `play 3344` is a move for each column, the players in turn, each of them allowed.

    >>> parse_steps(["play 34", "turn -> 1"])[1:]
    (Asked(thing='game', word='move', arguments=(2, 4), expected='yes'), \
Asked(thing='game', word='turn', arguments=(), expected='1'))
    """
    steps: list[Asked] = []
    for number, line in enumerate(lines, start=1):
        try:
            steps += _parsed(line, steps)
        except ValueError as error:
            raise ValueError(f"item {number}, {line!r}: {error}") from None
    return tuple(steps)


def _parsed(line: str, before: Sequence[Asked]) -> list[Asked]:
    asked, arrow, expected = (part.strip() for part in line.partition("->"))
    head, *arguments = asked.split()
    thing, _, word = head.rpartition(".")
    if word == "play":
        return _played(thing or "game", arguments, before)
    if word not in WORDS:
        raise ValueError(f"{word!r} is none of play, {', '.join(WORDS)}")
    wanted, results = WORDS[word]
    if not arrow or expected not in results:
        raise ValueError(f"what is expected of {word} is one of {', '.join(results)}")
    numbers = tuple(int(argument) for argument in arguments)
    if wanted != "columns" and len(numbers) != len(wanted.split()):
        raise ValueError(f"{word} takes {wanted or 'no arguments'}")
    if wanted.startswith("player") and numbers[0] not in PLAYERS:
        raise ValueError("the players are 1 and 2")
    return [Asked(thing or _DEFAULT[kind_of(word)], word, numbers, expected)]


def _played(thing: str, arguments: Sequence[str], before: Sequence[Asked]) -> list[Asked]:
    (columns,) = arguments
    first = len(discs_on(thing, before))
    return [
        Asked(thing, "move", ((first + number) % 2 + 1, int(column)), YES)
        for number, column in enumerate(columns)
    ]


def discs_on(thing: str, steps: Iterable[Asked]) -> list[Disc]:
    """Return the discs that lie on a thing after some steps, in the order in which they came.

    They are taken from what is expected. Raises `ValueError` where an undo has nothing to undo.
    """
    discs: list[Disc] = []
    for step in steps:
        if step.thing != thing or step.expected != YES:
            continue
        if step.word in ("move", "place"):
            player, column = step.arguments
            discs.append(Disc(player, column))
        elif step.word == "undo":
            if not discs:
                raise ValueError("there is no move to undo")
            discs.pop()
        elif step.word == "replay":
            discs = [Disc(at % 2 + 1, column) for at, column in enumerate(step.arguments)]
    return discs


def rows_of(discs: Iterable[Disc], rows: int, cols: int) -> tuple[str, ...]:
    """Return a board of discs as rows of `1`, `2` and `.`, the top row first.

    >>> rows_of([Disc(1, 0), Disc(2, 0)], 3, 2)
    ('..', '2.', '1.')
    """
    grid = [["."] * cols for _ in range(rows)]
    heights = [0] * cols
    for disc in discs:
        grid[rows - 1 - heights[disc.column]][disc.column] = str(disc.player)
        heights[disc.column] += 1
    return tuple("".join(row) for row in grid)


def legal_columns(discs: Iterable[Disc], rows: int, cols: int) -> tuple[int, ...]:
    """Return the columns that have room."""
    taken = [disc.column for disc in discs]
    return tuple(column for column in range(cols) if taken.count(column) < rows)

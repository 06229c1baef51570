"""Hold what is guessed of a game: how it is made and played, and what tells what comes of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from graders.katas.driven.task import Size
from graders.practice.adapting.looking import Class


class Who(msgspec.Struct, frozen=True):
    """Hold how the players are named: the first, the second, and that of the number `player`."""

    one: str
    two: str
    either: str


class Plan(msgspec.Struct, frozen=True):
    """Hold a way to make a game and to move; `setup` are expressions, each under its name.

    `move` has places for the player, if it takes one, and the column, which counts from `base`.
    """

    owner: Class
    setup: tuple[tuple[str, str], ...]
    sizes: tuple[str, ...]
    move: str
    who: Who | None = None
    base: int = 0
    thing: str = "game"

    def moving(self, player: int, column: int) -> str:
        """Write one move."""
        names = ("", "") if self.who is None else (self.who.one, self.who.two)
        return self.move.format(player=names[player - 1], column=column + self.base)


class View(msgspec.Struct, frozen=True):
    """Hold an expression that tells something, and how it does.

    `is` compares it to the names of the players, `holds` is true, `mover` is true for whoever moved
    last, `asks` is a question about each player, `ends` is true also when somebody has won.
    """

    expression: str
    how: Literal["is", "holds", "mover", "asks", "ends"] = "holds"
    who: Who | None = None
    value: str = ""
    """What it says where it holds; nothing where any true value does."""
    suffix: str = ""
    nobody: str = ""
    """An exception of the file's own that says that nobody has won."""


class Shown(msgspec.Struct, frozen=True):
    """Hold what shows the board: whether it prints, or gives rows that have to be turned."""

    expression: str
    prints: bool
    rows: bool = False
    turned: Literal["", "upside down", "by columns", "by columns from below"] = ""


class Answer(msgspec.Struct, frozen=True):
    """Hold how a refused move is told: by what is returned, by raising alone, or not at all."""

    how: Literal["true", "raises", "taken", "refused", "unchanged"]
    values: tuple[str, ...] = ()
    """What is returned of moves that are taken, or of those that are refused."""


class BoardGuess(msgspec.Struct, frozen=True):
    """Hold what is guessed of a board by itself; `line` has places for row, column and player."""

    plan: Plan
    answer: Answer
    line: str = ""
    row: Literal["", "said", "top", "bottom"] = ""
    """Which row the line is asked for: what placing a disc returned, or counted from one end."""
    extras: tuple[tuple[str, str], ...] = ()


class Guess(msgspec.Struct, frozen=True):
    """Hold all that is guessed of a game; None for what is not known."""

    plan: Plan
    size: Size
    answer: Answer
    winner: View | None = None
    draw: View | None = None
    turn: View | None = None
    state: tuple[str, tuple[str, str, str]] | None = None
    text: Shown | None = None
    extras: tuple[tuple[str, str], ...] = ()
    """Parts that are one expression each."""
    board: BoardGuess | None = None

    @property
    def is_of_any_size(self) -> bool:
        """Tell whether a game is told how large it is to be."""
        return {"rows", "cols"} <= {*self.plan.sizes}

    @property
    def parts(self) -> set[str]:
        """Return the parts that are offered."""
        names_ = ("winner", "draw", "turn", "state", "text")
        found = {name for name in names_ if getattr(self, name) is not None}
        board = () if self.board is None else ("place", *(name for name, _ in self.board.extras))
        return {"move", *found, *board, *(name for name, _ in self.extras)}


def pair(one: str, two: str, either: str = "") -> Who:
    """Return how the two players are named."""
    return Who(one, two, either or f"[{one}, {two}][player - 1]")

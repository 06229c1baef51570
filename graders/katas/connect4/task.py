"""Read what one case of this kata holds: the steps of a conversation with one or more games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import Literal

import msgspec

from graders.katas.connect4.brute_force import SIDE, Game
from graders.katas.fields import CASE_FIELDS, read_fields, shown
from graders.katas.kata import TaskError
from graders.model.text import on_one_line

MOST_STEPS = 2_000
MOST_GAMES = 10_000
GAMES = ("first", "second", "third")
"""What the games of a case are called, in which there are several at once."""

Column = int | float | str | None
Manner = Literal["refusal", "winner", "board"]


class Action(StrEnum):
    """Name what is done with a game."""

    PLAY = "play"
    """A move: it is `played` or `refused`."""
    WINNER = "winner"
    """Who has won is asked: `nobody`, `1`, `2`, and `draw` where the board is full."""
    BOARD = "board"
    """The board is asked for: its columns from the left, each from the bottom up."""


PLAYED, REFUSED = "played", "refused"
_WINNERS = ("nobody", "1", "2", "draw")
_BOARD = re.compile(rf"[12]{{0,{SIDE}}}(/[12]{{0,{SIDE}}}){{{SIDE - 1}}}")
_STEP = re.compile(
    rf"(?:(?P<game>{'|'.join(GAMES)}) )?(?P<action>\w+)"
    r"(?: (?P<rest>(?!-> ).*?))?(?: -> (?P<want>.+))?"
)


class Step(msgspec.Struct, frozen=True):
    """Hold one step: of which game, what is done, with which `arguments`, and what must come."""

    action: Action
    expected: str
    arguments: tuple[Column, ...] = ()
    game: int = 0


class Recipe(msgspec.Struct, frozen=True):
    """Hold how many games are begun in one process, and how many of them played to their end."""

    games: int
    seed: int
    whole: int


class Connect4Task(msgspec.Struct, frozen=True, dict=True):
    """Hold the steps of a case, or the recipe to make them from when they are first asked for.

    With a `manner` the case also asks that one thing is always told in one way.
    """

    written: tuple[Step, ...] = ()
    recipe: Recipe | None = None
    manner: Manner | None = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Return the steps in order."""
        return self.written if self.recipe is None else tuple(_generated(self.recipe))

    @property
    def games(self) -> int:
        """Return how many games there are."""
        if self.recipe is not None:
            return self.recipe.games
        return 1 + max(step.game for step in self.written)


class _Fields(msgspec.Struct, frozen=True):
    steps: list[str] | None = None
    columns: str | None = None
    ends: Literal["1 wins", "2 wins", "draw", "refused", "unfinished"] | None = None
    generate: dict[str, int] | None = None
    manner: Manner | None = None


def read_task(fields: Mapping[str, object]) -> Connect4Task:
    """Check one case: its steps, a list of columns with how it ends, or what to generate."""
    read = read_fields(_Fields, fields, CASE_FIELDS)
    ways = [each is not None for each in (read.steps, read.columns, read.generate)]
    if sum(ways) != 1:
        raise TaskError("steps", "a case has one of steps, columns and generate")
    if (read.columns is None) != (read.ends is None):
        raise TaskError("ends", "it belongs to columns, and columns need it")
    if read.generate is not None:
        return Connect4Task(recipe=_recipe(read.generate), manner=read.manner)
    if read.columns is not None and read.ends is not None:
        return Connect4Task(tuple(_screened(read.columns, read.ends)), manner=read.manner)
    return Connect4Task(_parsed(read.steps or []), manner=read.manner)


def _recipe(params: Mapping[str, int]) -> Recipe:
    for name, value in params.items():
        if name not in ("games", "seed", "whole"):
            raise TaskError("generate", f"{shown(name)} is not one of games, seed, whole")
        if not 0 <= value <= MOST_GAMES:
            raise TaskError("generate", f"{name}: should be 0 to {MOST_GAMES}, but is {value}")
    if not params.get("games") or "seed" not in params:
        raise TaskError("generate", "games and seed are needed")
    return Recipe(params["games"], params["seed"], params.get("whole", 0))


def _parsed(texts: Sequence[str]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for number, text in enumerate(texts, start=1):
        try:
            steps.extend(_step(text))
        except ValueError as error:
            raise TaskError(f"steps, item {number}", str(error)) from None
    if not 1 <= len(steps) <= MOST_STEPS:
        raise TaskError("steps", f"should be 1 to {MOST_STEPS}, but there are {len(steps)}")
    return tuple(steps)


def _step(text: str) -> Iterator[Step]:
    """Read one line: `play 0 1 0`, `play 7 -> refused`, `winner -> 1`, `board -> 1/2/////`."""
    match = _STEP.fullmatch(text)
    if match is None:
        raise ValueError(f"{shown(text)} is no step: write play 3, winner -> 1 or board -> 1//////")
    game = GAMES.index(match["game"] or GAMES[0])
    rest, want = match["rest"], match["want"]
    if match["action"] == Action.PLAY:
        if want not in (None, REFUSED):
            raise ValueError(f"a move is played or -> {REFUSED}, not {shown(want)}")
        for arguments in _moves(rest, refused=want is not None):
            yield Step(Action.PLAY, want or PLAYED, arguments, game)
    elif match["action"] == Action.WINNER and rest is None:
        if want not in _WINNERS:
            raise ValueError(f"the winner is one of {', '.join(_WINNERS)}, not {shown(want)}")
        yield Step(Action.WINNER, want, game=game)
    elif match["action"] == Action.BOARD and rest is None:
        if want is None or not _BOARD.fullmatch(want):
            raise ValueError(f"a board is seven columns with / between them, not {shown(want)}")
        yield Step(Action.BOARD, want, game=game)
    else:
        raise ValueError(f"{shown(text)} is none of play COLUMNS, winner -> WHO, board -> COLUMNS")


def _moves(words: str | None, *, refused: bool) -> Iterator[tuple[Column, ...]]:
    if words is None:
        raise ValueError("play needs a column, or several; nothing stands for a call without one")
    try:
        moves = [() if word == "nothing" else (_column(word),) for word in words.split()]
    except msgspec.DecodeError:
        raise ValueError(f"{shown(words)} are no columns: write 3, -1, 2.5, null, text") from None
    for move in moves:
        if not refused and (not move or type(move[0]) is not int or move[0] not in range(SIDE)):
            raise ValueError(f"{shown(words)} cannot be played: columns are 0 to {SIDE - 1}")
    yield from moves


def _column(word: str) -> Column:
    column = msgspec.json.decode(word.encode(), type=Column)
    return on_one_line(column) if isinstance(column, str) else column


def _screened(columns: str, ends: str) -> Iterator[Step]:
    """Yield a list of columns as it is played through: the board after each, and the end."""
    if not columns or not columns.isascii() or not columns.isdigit():
        raise TaskError("columns", f"should be digits, but is {shown(columns)}")
    game = Game()
    end = {"1 wins": "1", "2 wins": "2", "draw": "draw"}.get(ends, "nobody")
    for at, digit in enumerate(columns, start=1):
        last = at == len(columns)
        refused = last and ends == "refused"
        game.play(int(digit))
        yield Step(Action.PLAY, REFUSED if refused else PLAYED, (int(digit),))
        yield Step(Action.BOARD, game.heights())
        yield Step(Action.WINNER, end if last else "nobody")


def _generated(recipe: Recipe) -> Iterator[Step]:
    """Yield games that all live at once: the first move of each, then the rest of some.

    Moves are random and legal. Of the games that are played to their end, the winner and the board
    are asked for, and of as many others the board.
    """
    chances = Random(recipe.seed)
    games = [Game() for _ in range(recipe.games)]
    for number, game in enumerate(games):
        yield _random_move(chances, game, number)
    order = chances.sample(range(recipe.games), min(recipe.games, 2 * recipe.whole))
    for number in order[: recipe.whole]:
        while not games[number].is_over():
            yield _random_move(chances, games[number], number)
        won = games[number].winner()
        yield Step(Action.WINNER, str(won) if won else "draw", game=number)
    for number in order:
        yield Step(Action.BOARD, games[number].heights(), game=number)


def _random_move(chances: Random, game: Game, number: int) -> Step:
    columns = [column for column in range(SIDE) if (0, column) not in game.discs]
    column = chances.choice(columns)
    game.play(column)
    return Step(Action.PLAY, PLAYED, (column,), number)

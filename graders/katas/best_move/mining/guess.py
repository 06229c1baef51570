"""Ask the guessers about a proved position: the cheap ones first, as many are turned down by them.

Only guessers whose sight is below the mate are asked, as the others earn it. Those that never look
at the board are not: some column is always right, and a group has several (`group.py`). Whatever is
random is seeded and counted in games, never in time, so that a seed finds the same everywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import msgspec

from graders.katas.best_move.guessers import Guesser, guessers
from graders.katas.best_move.task import BestMoveTask
from kata.board import Board

CHEAP_SIGHT = 4
"""Guessers that see no further are asked first, and may turn a position down by themselves."""
MOST_FINDERS = 0.8
"""A position that more of the guessers find is of no use even in a group."""
SEEDS = 24
"""How often a random guesser is asked."""
CERTAIN_AFTER = 6
"""If it was right so often from the first on, it is taken to be right always, and asked no more."""


class Panel(msgspec.Struct, frozen=True):
    """Hold the guessers that a mate is beyond, the cheapest first."""

    cheap: tuple[Guesser, ...]
    costly: tuple[Guesser, ...]
    random: tuple[Guesser, ...]


@functools.cache
def panel(mate: int) -> Panel:
    """Return the guessers that do not see so far.

    >>> len(panel(3).cheap), len(panel(3).costly), len(panel(9).costly)
    (12, 0, 15)
    """
    all_told = [each for each in guessers() if each.sight < mate and not each.blind]
    fixed = sorted((each for each in all_told if not each.is_random), key=lambda each: each.sight)
    return Panel(
        tuple(each for each in fixed if each.sight <= CHEAP_SIGHT),
        tuple(each for each in fixed if each.sight > CHEAP_SIGHT),
        tuple(each for each in all_told if each.is_random),
    )


def found_by(task: BestMoveTask) -> frozenset[str] | None:
    """Return the names of the guessers that play the right column, the random ones left out.

    None where more of the cheap ones do than `MOST_FINDERS`.

    >>> found_by(BestMoveTask("404044141352455511600352", (3,), mate_in=3)) is None
    True
    """
    asked, board = panel(task.mate_in or 0), task.board()
    cheap = _finders(asked.cheap, board, task.accept[0])
    if len(cheap) > MOST_FINDERS * len(asked.cheap):
        return None
    return cheap | _finders(asked.costly, board, task.accept[0])


def _finders(asked: Iterable[Guesser], board: Board, column: int) -> frozenset[str]:
    return frozenset(each.name for each in asked if each.column(board) == column)


def chance(task: BestMoveTask) -> float:
    """Return how likely the luckiest of the random guessers is to play the right column.

    Never nothing: what did not happen in so many games may happen in the next one.
    """
    board = task.board()
    return max(_chance(each, board, task.accept[0]) for each in panel(task.mate_in or 0).random)


def _chance(guesser: Guesser, board: Board, column: int) -> float:
    found = 0
    for seed in range(SEEDS):
        found += guesser.column(board, seed) == column
        if found == seed + 1 == CERTAIN_AFTER:
            return 1.0
    return (found + 1) / (SEEDS + 2)

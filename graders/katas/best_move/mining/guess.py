"""Ask the guessers about a position: the cheap ones before anything costly is proved of it.

Only guessers whose sight is below the mate are asked, as the others earn it. Those that never look
at the board are not: some column is always right, and a group has several (`group.py`). Whatever is
random is seeded and counted in games, never in time, so that a seed finds the same everywhere.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from graders.katas.best_move.guessers import Guesser, guessers
from graders.katas.best_move.task import BestMoveTask
from kata.board import Board

CHEAP_SIGHT = 4
"""Guessers that see no further cost less than the proof that one column wins."""
MOST_FINDERS = 0.8
"""A position that more of the guessers find is of no use even in a group."""
LIKELY = 0.8
"""Nor is one that a random guesser is more likely to find than this."""
SEEDS = 24
"""How often a random guesser is asked."""


@dataclass(frozen=True)
class Panel:
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


def is_guessable(moves: str, column: int, mate: int) -> bool:
    """Tell whether too many of the cheap guessers play `column`, the random ones left out.

    >>> is_guessable("404044141352455511600352", 3, 3)
    True
    """
    board, asked = Board.from_moves(moves), panel(mate).cheap
    most, found = MOST_FINDERS * len(asked), 0
    for guesser in asked:
        found += guesser.column(board) == column
        if found > most:
            return True
    return False


def found_by(task: BestMoveTask) -> frozenset[str]:
    """Return the names of the guessers that play the right column, the random ones left out."""
    asked, board = panel(task.mate_in or 0), task.board()
    return frozenset(
        each.name for each in (*asked.cheap, *asked.costly) if each.column(board) == task.accept[0]
    )


def chance(task: BestMoveTask) -> float | None:
    """Return how likely the luckiest of the random guessers is to play the right column.

    Never nothing: what did not happen in so many games may happen in the next one. None where it
    is likelier than `LIKELY`, which shows before all games are played.
    """
    board = task.board()
    found = [_found(each, board, task.accept[0]) for each in panel(task.mate_in or 0).random]
    most = max(found)
    return None if most > LIKELY * SEEDS else (most + 1) / (SEEDS + 2)


def _found(guesser: Guesser, board: Board, column: int) -> int:
    """Count how often it plays `column`, until that is too often."""
    found = 0
    for seed in range(SEEDS):
        found += guesser.column(board, seed) == column
        if found > LIKELY * SEEDS:
            break
    return found

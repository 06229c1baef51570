"""Which guessers find a position, and make groups of positions that no guesser finds whole.

Hardly any position defeats every guesser by itself, least of all where the mate is short. But a
program that searches finds all of a group's positions, and one that guesses misses one of them.

Only guessers whose sight is below the mate are asked, as the others earn it. Those that never look
at the board are not: some column is always right, and a group has several. Nor is the half that is
held out, which says afterwards what guessing is worth (`held_out.py`). The strong ones find nearly
everything: a position that they miss is preferred, but they turn none down. Whatever is random is
seeded and counted in games, never in time, so that a seed finds the same everywhere.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec
from msgspec.structs import replace

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
    """The guessers that a mate is beyond, the cheapest first; the `strong` turn nothing down."""

    cheap: tuple[Guesser, ...]
    costly: tuple[Guesser, ...]
    random: tuple[Guesser, ...]
    strong: tuple[Guesser, ...]


@functools.cache
def panel(mate: int) -> Panel:
    """Return the guessers that do not see so far, without those that are held out.

    >>> len(panel(3).cheap), len(panel(3).costly), len(panel(9).costly)
    (6, 0, 8)
    """
    asked = [
        each for each in guessers() if each.sight < mate and not each.blind and not each.held_out
    ]
    weak = [each for each in asked if not each.strong]
    fixed = sorted((each for each in weak if not each.is_random), key=lambda each: each.sight)
    return Panel(
        tuple(each for each in fixed if each.sight <= CHEAP_SIGHT),
        tuple(each for each in fixed if each.sight > CHEAP_SIGHT),
        tuple(each for each in weak if each.is_random),
        tuple(each for each in asked if each.strong),
    )


def found_by(task: BestMoveTask) -> frozenset[str] | None:
    """Return the names of the weak guessers that play the right column, the random left out.

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


def strong_finders(task: BestMoveTask) -> frozenset[str]:
    """Return the names of the strong guessers that play the right column; lots are drawn once."""
    return _finders(panel(task.mate_in or 0).strong, task.board(), task.accept[0])


def chance(task: BestMoveTask) -> float:
    """Return how likely the luckiest of the random guessers is to play the right column.

    Never nothing: what did not happen in so many games may happen in the next one.
    """
    board, luckiest = task.board(), 0.0
    for each in panel(task.mate_in or 0).random:
        luckiest = max(luckiest, _chance(each, board, task.accept[0]))
        if luckiest == 1:
            break  # the rest take longest
    return luckiest


def _chance(guesser: Guesser, board: Board, column: int) -> float:
    found = 0
    for seed in range(SEEDS):
        found += guesser.column(board, seed) == column
        if found == seed + 1 == CERTAIN_AFTER:
            return 1.0
    return (found + 1) / (SEEDS + 2)


MOST_MEMBERS = 4
MOST_CHANCE = 0.15
"""How likely a random guesser may be to find all: four such cases stay well under 0.8 points."""
_OTHER = {"R": "Y", "Y": "R"}


class Candidate(msgspec.Struct, frozen=True):
    """A proved position, the guessers that find it, and how likely the random ones are to."""

    task: BestMoveTask
    found_by: frozenset[str] = frozenset()
    chance: float = 0.0
    strong: frozenset[str] = frozenset()


def defeats(members: Sequence[Candidate]) -> bool:
    """Tell whether no guesser finds all of these, not even one that always plays one column.

    >>> a = Candidate(BestMoveTask("", (1,)), frozenset({"x"}), 0.3)
    >>> b = Candidate(BestMoveTask("", (2,)), frozenset({"y"}), 0.3)
    >>> defeats([a]), defeats([a, b]), defeats([b, b])
    (False, True, False)
    """
    if guess_chance(members) > MOST_CHANCE:
        return False
    if len(members) > 1 and len({each.task.accept for each in members}) == 1:
        return False
    return not frozenset.intersection(*(each.found_by for each in members))


def guess_chance(members: Sequence[Candidate]) -> float:
    """Return how likely the luckiest random guesser is to find all of these."""
    return math.prod(each.chance for each in members)


def best_group(spare: Sequence[Candidate]) -> tuple[Candidate, ...] | None:
    """Return the best group that makes a case, the hardest first, or None.

    The best has as few members as can be. Of those that have, it is one that fewest of the strong
    guessers find whole, and then the likeliest to be found that is still unlikely enough: the
    hardest are kept for those that need them.
    """
    for size in range(1, MOST_MEMBERS + 1):
        if groups := [members for members in combinations(spare, size) if defeats(members)]:
            best = max(
                groups, key=lambda group: (-_strong_finders_of_all(group), guess_chance(group))
            )
            return tuple(sorted(best, key=lambda each: each.chance))
    return None


def _strong_finders_of_all(members: Sequence[Candidate]) -> int:
    return len(frozenset.intersection(*(each.strong for each in members)))


def hardest(spare: Sequence[Candidate], most: int) -> list[Candidate]:
    """Return so many of the candidates, in their order: the ones that are guessed least."""
    ranked = sorted(spare, key=lambda each: (each.chance, len(each.found_by), len(each.strong)))
    kept = {id(each) for each in ranked[:most]}
    return [each for each in spare if id(each) in kept]


def balance_sides(tasks: Sequence[BestMoveTask], red_ahead: int) -> tuple[BestMoveTask, ...]:
    """Let RED and YELLOW be to move as often, where RED was so many times more often before.

    Where it is another side's turn than is wanted the colours are exchanged: YELLOW moved first
    then. No more are than need be; of an odd number of positions RED gets one more if it was not
    ahead.

    >>> tasks = [BestMoveTask("", (3,)), BestMoveTask("33", (3,))]
    >>> [task.first for task in balance_sides(tasks, red_ahead=0)]
    ['R', 'Y']
    """
    reds = (len(tasks) + 1 - red_ahead) // 2
    by_need = sorted(range(len(tasks)), key=lambda at: tasks[at].to_move != "R")
    red = frozenset(by_need[: max(0, reds)])
    return tuple(
        task if (task.to_move == "R") == (at in red) else replace(task, first=_OTHER[task.first])
        for at, task in enumerate(tasks)
    )

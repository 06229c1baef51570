"""Put positions together so that no guesser finds all of them: such a group is one case.

Hardly any position defeats every guesser by itself, least of all where the mate is short. But a
program that searches finds all of a group's positions, and one that guesses misses one of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import msgspec
from msgspec.structs import replace

from graders.katas.best_move.task import BestMoveTask

MOST_MEMBERS = 4
MOST_CHANCE = 0.15
"""How likely a random guesser may be to find all: four such cases stay well under 0.8 points."""

_OTHER = {"R": "Y", "Y": "R"}


class Candidate(msgspec.Struct, frozen=True):
    """Hold a proved position, the guessers that find it, and how likely the random ones are to."""

    task: BestMoveTask
    found_by: frozenset[str] = frozenset()
    chance: float = 0.0


def defeats(members: Sequence[Candidate]) -> bool:
    """Tell whether no guesser finds all of these, not even one that always plays one column.

    >>> a = Candidate(BestMoveTask("", (1,)), frozenset({"x"}), 0.3)
    >>> b = Candidate(BestMoveTask("", (2,)), frozenset({"y"}), 0.3)
    >>> defeats([a]), defeats([a, b]), defeats([b, b])
    (False, True, False)
    """
    if luck(members) > MOST_CHANCE:
        return False
    if len(members) > 1 and len({each.task.accept for each in members}) == 1:
        return False
    return not frozenset.intersection(*(each.found_by for each in members))


def luck(members: Sequence[Candidate]) -> float:
    """Return how likely the luckiest random guesser is to find all of these."""
    return math.prod(each.chance for each in members)


def best_group(spare: Sequence[Candidate]) -> tuple[Candidate, ...] | None:
    """Return the best group that makes a case, the hardest first, or None.

    The best has as few members as can be, and of those that have, the likeliest to be found that
    is still unlikely enough: the hardest are kept for those that need them.
    """
    for size in range(1, MOST_MEMBERS + 1):
        if groups := [members for members in combinations(spare, size) if defeats(members)]:
            best = max(groups, key=luck)
            return tuple(sorted(best, key=lambda each: each.chance))
    return None


def hardest(spare: Sequence[Candidate], most: int) -> list[Candidate]:
    """Return so many of the candidates, in their order: the ones that are guessed least."""
    ranked = sorted(spare, key=lambda each: (each.chance, len(each.found_by)))
    kept = {id(each) for each in ranked[:most]}
    return [each for each in spare if id(each) in kept]


def share_out(tasks: Sequence[BestMoveTask], red_ahead: int) -> tuple[BestMoveTask, ...]:
    """Let RED and YELLOW be to move as often, where RED was so many times more often before.

    Where it is another side's turn than is wanted the colours are exchanged: YELLOW moved first
    then. No more are than need be; of an odd number of positions RED gets one more if it was not
    ahead.

    >>> [task.first for task in share_out([BestMoveTask("", (3,)), BestMoveTask("33", (3,))], 0)]
    ['R', 'Y']
    """
    reds = (len(tasks) + 1 - red_ahead) // 2
    by_need = sorted(range(len(tasks)), key=lambda at: tasks[at].to_move != "R")
    red = frozenset(by_need[: max(0, reds)])
    return tuple(
        task if (task.to_move == "R") == (at in red) else replace(task, first=_OTHER[task.first])
        for at, task in enumerate(tasks)
    )

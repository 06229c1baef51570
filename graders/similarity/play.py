"""Tell which programs play alike on positions that have several good answers.

Who rewrites a program with care changes its source, and seldom what it plays: evaluation, depth and
the order in which columns are tried stay. Programs written independently agree on a third of these
positions, or on half. Plain searches of one textbook play alike, too: what plays as something that
is published, or as many others do, tells nothing of who wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from graders.katas import all_katas, kata_named
from graders.model.batch import SamePlay
from graders.model.scorecard import QuietMove

LEAST_MOVES = 10
"""On fewer positions than this nothing is said of how two programs play."""
ALIKE = 7 / 8
"""On so much of them two play alike: who thinks until the time is up does not always get as far."""
UNLIKE = 2 / 3
"""Who agrees on less than this plays otherwise."""
MOST_OTHERS = 3
"""Where more others play like two, all of them go by the same textbook."""
Columns = Mapping[str, int]
"""What a program played, by position."""


class Plays:
    """What each program of a batch played; nothing of one that was not asked."""

    def __init__(self, columns: Sequence[Columns]) -> None:
        self._columns = columns
        self._alike: list[set[int]] = [set() for _ in columns]
        own = [at for at, played in enumerate(columns) if not is_published(played)]
        for one, other in combinations(own, 2):
            if _play_alike(columns[one], columns[other]):
                self._alike[one].add(other)
                self._alike[other].add(one)

    def alike(self) -> list[tuple[int, int]]:
        """Return the pairs that play alike, as nothing that is published and few others do."""
        pairs = ((one, other) for one, alike in enumerate(self._alike) for other in alike)
        return [pair for pair in pairs if pair[0] < pair[1] and self._others(*pair) <= MOST_OTHERS]

    def same_play(self, one: int, other: int) -> SamePlay | None:
        """Return on how many positions they agree; None where too few are known of both."""
        same, of = _agreement(self._columns[one], self._columns[other])
        if of < LEAST_MOVES:
            return None
        if other not in self._alike[one]:
            return SamePlay(same, of)
        others = self._others(one, other)
        return SamePlay(same, of, others, others <= MOST_OTHERS)

    def _others(self, one: int, other: int) -> int:
        return len((self._alike[one] | self._alike[other]) - {one, other})


def play_of(moves: Sequence[QuietMove]) -> Columns:
    return {each.moves: each.column for each in moves}


def is_published(played: Columns) -> bool:
    """Tell whether something that is published plays like this."""
    return any(_play_alike(played, each) for each in _published())


@cache
def _published() -> tuple[Columns, ...]:
    katas = map(kata_named, all_katas())
    return tuple(play_of(moves) for kata in katas for moves in kata.published_quiet_moves())


def _agreement(first: Columns, second: Columns) -> tuple[int, int]:
    """Return on how many positions two agree, and how many both answered."""
    return len(first.items() & second.items()), len(first.keys() & second.keys())


def _play_alike(first: Columns, second: Columns) -> bool:
    same, of = _agreement(first, second)
    return of >= LEAST_MOVES and same >= ALIKE * of

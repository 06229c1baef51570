"""Tell which programs play alike on positions that have several good answers.

Who rewrites a program with care changes its source, and seldom what it plays: evaluation, depth and
the order in which columns are tried stay. Programs written independently agree on a third of these
positions, or on half; but plain searches of one textbook may play alike, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from graders.model.batch import SamePlay

LEAST_MOVES = 10
"""On fewer positions than this nothing is said of how two programs play."""
ALIKE = 7 / 8
"""On so much of them two play alike: who thinks until the time is up does not always get as far."""
MOST_OTHERS = 3
"""Where more others play like two, all of them go by the same textbook."""


class Plays:
    """What each program of a batch played, by position; nothing of one that was not asked."""

    def __init__(self, columns: Sequence[Mapping[str, int]]) -> None:
        self._columns = columns
        self._alike: list[set[int]] = [set() for _ in columns]
        asked = [at for at, played in enumerate(columns) if len(played) >= LEAST_MOVES]
        for one, other in combinations(asked, 2):
            same, of = self._agreement(one, other)
            if of >= LEAST_MOVES and same >= ALIKE * of:
                self._alike[one].add(other)
                self._alike[other].add(one)

    def _agreement(self, one: int, other: int) -> tuple[int, int]:
        """Return on how many positions two agree, and how many both answered."""
        first, second = self._columns[one], self._columns[other]
        return len(first.items() & second.items()), len(first.keys() & second.keys())

    def alike(self) -> list[tuple[int, int]]:
        """Return the pairs that play alike."""
        return [
            (one, other) for one, all_ in enumerate(self._alike) for other in all_ if one < other
        ]

    def same_play(self, one: int, other: int) -> SamePlay | None:
        """Return on how many positions they agree; None where too few are known of both."""
        same, of = self._agreement(one, other)
        if of < LEAST_MOVES:
            return None
        if other not in self._alike[one]:
            return SamePlay(same, of)
        others = len((self._alike[one] | self._alike[other]) - {one, other})
        return SamePlay(same, of, others, others <= MOST_OTHERS)

"""Say which games there are: everybody against everybody, each opening twice, colours swapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import msgspec

from graders.model.usage_error import UsageError

Pair = tuple[int, int]
"""The places of two entrants, the lower first."""


class PlannedGame(msgspec.Struct, frozen=True):
    """A game to be played: who is RED and moves first, and the book's moves.

    Its `number` depends on the number of entrants alone, however many games of each pair there are.
    """

    number: int
    red: int
    yellow: int
    opening: str

    @property
    def pair(self) -> Pair:
        return min(self.red, self.yellow), max(self.red, self.yellow)


def round_robin(
    entrants: int, book: Sequence[str], games: int, seed: int
) -> tuple[PlannedGame, ...]:
    """Return the games, `games` of each pair, opening by opening in an order that `seed` draws.

    All pairs play the same openings. Two games in a row are the two of an opening. Raises
    `UsageError` for an odd number of games, or more than the book has openings for.

    >>> [(game.red, game.yellow) for game in round_robin(3, ["33"], 2, 0)]
    [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    """
    if games % 2:
        raise UsageError("the number of games has to be even: each opening is played twice")
    if games > 2 * len(book):
        raise UsageError(
            f"there are {len(book)} openings, and each is played twice by a pair: ask for at most "
            f"{2 * len(book)} games"
        )
    shuffled = Random(seed).sample(book, len(book))
    return tuple(
        PlannedGame(number, red, yellow, opening)
        for number, (red, yellow, opening) in enumerate(
            _in_order(entrants, shuffled[: games // 2]), start=1
        )
    )


def _in_order(entrants: int, openings: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    for opening in openings:
        for one, other in combinations(range(entrants), 2):
            yield one, other, opening
            yield other, one, opening

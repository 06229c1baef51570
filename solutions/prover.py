"""Prove what the fifth rung only plays: exact values, distances and lines, within a budget.

This library proves every answer key, every explanation of a failure and every mined position.
It is built on the search of `bitboard.py`. It is not a lesson and is never graded as one, as it
defines nothing that a kata calls.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from solutions.bitboard import (
    CELLS,
    CENTRE_FIRST,
    FOREVER,
    OutOfBudgetError,
    Position,
    Search,
)

__all__ = [
    "CELLS",
    "CENTRE_FIRST",
    "FOREVER",
    "ONE_LONG_SEARCH_AFTER",
    "OutOfBudgetError",
    "Position",
    "Prover",
]

ONE_LONG_SEARCH_AFTER = 11
"""Plies after which a mate is first asked for at all: one long search, not many that must fail."""


class Prover(Search):
    """Answer exact questions within a budget; what it learns serves its later answers.

    >>> Prover().mate_in(Position.from_moves("0032334033"))
    9
    """

    def __init__(self, node_limit: int | None = None, deadline: float | None = None) -> None:
        """Allow `node_limit` nodes in all, until `deadline` (seconds of `time.monotonic()`).

        Past either, `OutOfBudgetError` is raised; with a new `deadline` the work goes on.
        """
        super().__init__(deadline)
        self.node_limit = node_limit

    def mate_in(self, position: Position, at_most: int = CELLS - 1) -> int | None:
        """Return the plies to the fastest forced win of the side to move, None if there is none."""
        at_most = min(at_most, CELLS - position.discs)
        for plies in range(1, min(at_most, ONE_LONG_SEARCH_AFTER) + 1, 2):
            if self.win_in(position, plies):
                return plies
        longer = range(ONE_LONG_SEARCH_AFTER + 2, at_most + 1, 2)
        if not longer or not self.win_in(position, at_most):
            return None
        return _least(longer, lambda plies: self.win_in(position, plies))

    def loss_in(self, position: Position) -> int | None:
        """Return the plies until the side to move is mated (0: it is), None if it is not lost."""
        if not self.loses_in(position, FOREVER):
            return None
        for plies in range(0, ONE_LONG_SEARCH_AFTER + 2, 2):
            if self.loses_in(position, plies):
                return plies
        longer = range(ONE_LONG_SEARCH_AFTER + 3, CELLS - position.discs + 1, 2)
        return _least(longer, lambda plies: self.loses_in(position, plies))

    def winning_columns(self, position: Position) -> frozenset[int]:
        """Return every column that wins at all, however long it takes."""
        legal = position.legal_columns()
        return frozenset(col for col in legal if self.column_wins_in(position, col, FOREVER))

    def column_values(self, position: Position) -> dict[int, int]:
        """Return the value of each legal column for the side that plays it: +1, 0 or -1."""
        return {col: -self.score(position.play(col)) for col in position.legal_columns()}

    def best_line(self, position: Position) -> tuple[int, ...]:
        """Return best play to its end as columns: the winner is quick, the loser holds out."""
        line: list[int] = []
        while legal := position.legal_columns():
            order = [col for col in CENTRE_FIRST if col in legal]
            if mate := self.mate_in(position):
                col = next(col for col in order if self.column_wins_in(position, col, mate))
            else:
                after = [self.mate_in(position.play(col)) or FOREVER for col in order]
                col = order[after.index(max(after))]
            line.append(col)
            position = position.play(col)
        return tuple(line)

    def _look_at_the_budget(self) -> None:
        if self.node_limit is not None and self.nodes > self.node_limit:
            raise OutOfBudgetError(f"no answer within {self.node_limit} nodes")
        super()._look_at_the_budget()
        if self.node_limit is not None:
            self._next_look = min(self._next_look, self.node_limit + 1)


def _least(plies: range, suffice: Callable[[int], bool]) -> int:
    """Return the least of `plies` that suffice, as the last of them does; ask few."""
    return plies[bisect_left(plies, True, hi=len(plies) - 1, key=suffice)]

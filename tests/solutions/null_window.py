"""Solve as the best-known public solver of the game does, in Python, to compare with.

    .venv/bin/python -m tests.solutions.compare tests/solutions/null_window.py 10 middle-easy

Negamax with null windows, halved until the value is known; a bitboard; moves that do not lose at
once, those with most threats first, then the centre; one table of upper and lower bounds. Only
who wins is asked, its weak mode: so it answers what `Search.score` of the fifth rung answers.
"""

from __future__ import annotations

from solutions.bitboard import (
    BOTTOM,
    CELLS,
    CENTRE_FIRST,
    COLUMNS,
    WHOLE_BOARD,
    Position,
    threats,
)

__all__ = ["Position", "Search"]


class Search:
    """Find the value of a position, and count the positions that were searched."""

    def __init__(self) -> None:
        self.nodes = 0
        self._wins: dict[int, int] = {}  # position: what it is worth at least
        self._fails: dict[int, int] = {}  # at most

    def score(self, position: Position) -> int:
        """Return +1, 0 or -1 for the side to move."""
        own, taken = position.own, position.taken
        if position.lost:
            return -1
        if threats(own) & (taken + BOTTOM) & WHOLE_BOARD & ~taken:
            return 1
        low, high = -1, 1
        while low < high:
            middle = low + (high - low) // 2
            found = self._negamax(own, taken, middle, middle + 1)
            low, high = (low, min(high, found)) if found <= middle else (max(low, found), high)
        return low

    def _negamax(self, own: int, taken: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        other, free = own ^ taken, WHOLE_BOARD ^ taken
        landing = (taken + BOTTOM) & free
        feared = threats(other) & free
        forced = feared & landing
        moves = (forced or landing) & ~(feared >> 1)
        if not moves or forced & (forced - 1):
            return -1 if landing else 0
        if taken.bit_count() >= CELLS - 2:
            return 0
        key = own + taken
        alpha = max(alpha, self._wins.get(key, -1))
        beta = min(beta, self._fails.get(key, 1))
        if alpha >= beta:
            return alpha
        tried = [moves & COLUMNS[col] for col in CENTRE_FIRST if moves & COLUMNS[col]]
        tried.sort(key=lambda move: -(threats(own | move) & free & ~move).bit_count())
        for move in tried:
            value = -self._negamax(other, taken | move, -beta, -alpha)
            if value >= beta:
                self._wins[key] = value
                return value
            alpha = max(alpha, value)
        self._fails[key] = alpha
        return alpha

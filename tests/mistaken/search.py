"""Search Connect Four rightly or with one mistake, in the shapes in which people write a search.

Bit `7 * column + row` is a cell. `Search.column` returns the column that such a program plays.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

ORDERS = {"left": (0, 1, 2, 3, 4, 5, 6), "centre": (3, 2, 4, 1, 5, 0, 6)}
TOPS = tuple(1 << 7 * col + 5 for col in range(7))
BOTTOMS = tuple(1 << 7 * col for col in range(7))
FULL = sum(0b111111 << 7 * col for col in range(7))
CENTRE = 0b111111 << 21
WIN, ENDLESS = 1000, 10_000
EXACT, LOWER, UPPER = 0, 1, 2
RED, YELLOW = 0, 1
DEEPENING = 42

SIGN = ("recursion", "root", "nowhere", "leaf", "flag")
"""Where the sign is wrong: no minus at a child, at the root, at both; the leaf counts for the
wrong side; the root takes the reply for its own move."""
ONE_COLOUR = ("maximises_red", "maximises_yellow", "red_by_turns", "yellow_by_turns")
TABLES = ("colour_blind_key", "own_discs_key", "no_bounds")
OTHERS = ("draw_before_win", "own_wins_only")
FLAT = "flat"


class Shape(NamedTuple):
    """Say how a search is written where it may be written in several right ways."""

    depth: int = 6
    deepens: bool = False
    order: str = "left"
    window: bool = True
    root_window: bool = True
    score: str = "ply"
    table: bool = False
    best_first: bool = False
    soft: bool = True
    stops: bool = True
    estimates: bool = False


def shapes(
    depths: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8, 9),
    tables: tuple[bool, ...] = (False, True),
    scores: tuple[str, ...] = ("ply", "depth", FLAT),
    windows: tuple[bool, ...] = (True, False),
) -> Iterator[Shape]:
    """Yield every shape, those without a meaning of their own left out."""
    for depth, order, window, score, table, estimates in itertools.product(
        (DEEPENING, *depths), ORDERS, windows, scores, tables, (False, True)
    ):
        for root, first, soft in itertools.product((True, False), repeat=3):
            if (root or not soft) and not window:
                continue  # these are about a window
            if first and not table:
                continue
            for stops in (True, False) if depth == DEEPENING else (True,):
                yield Shape(
                    depth,
                    depth == DEEPENING,
                    order,
                    window,
                    root,
                    score,
                    table,
                    first,
                    soft,
                    stops,
                    estimates,
                )


class Search:
    """Search one position in one shape, with a mistake or without one."""

    def __init__(self, shape: Shape, mistake: str = "") -> None:
        self.shape, self.mistake = shape, mistake
        self.order = ORDERS[shape.order]
        self.table: dict[int, tuple[int, int, int, int]] = {}
        self.keeps = shape.table or mistake in TABLES
        self.minus = 1 if mistake in ("recursion", "nowhere") else -1

    def column(self, own: int, other: int, side: int) -> int:
        """Return what it plays for `side`, whose discs are `own`."""
        shape, left = self.shape, (FULL & ~(own | other)).bit_count()
        if not shape.deepens:
            return self._best(own, other, side, shape.depth)[0]
        col = -1
        for depth in range(1, left + 1):
            col, value = self._best(own, other, side, depth)
            if shape.stops and abs(value) > WIN // 2:
                break
        return col

    def _best(self, own: int, other: int, side: int, depth: int) -> tuple[int, int]:
        shape, mistake = self.shape, self.mistake
        other_colour = mistake in ONE_COLOUR and (side == YELLOW) is ("red" in mistake)
        outer = 1 if other_colour or mistake in ("root", "nowhere") else -1
        self.helps = mistake == "flag" or (other_colour and mistake.endswith("by_turns"))
        self.depth = depth
        best_col, best, alpha = -1, -ENDLESS, -ENDLESS
        for col in self.order:
            disc = (own | other) + BOTTOMS[col] & 0b111111 << 7 * col
            if not disc:
                continue
            narrow = shape.window and shape.root_window and not other_colour and not self.helps
            value = outer * self._value(
                other, own | disc, depth - 1, -ENDLESS, -alpha if narrow else ENDLESS, 1
            )
            if value > best:
                best_col, best = col, value
                alpha = max(alpha, value)
        return best_col, best

    def _leaf(self, depth: int, ply: int) -> int:
        if self.shape.score == FLAT:
            value = WIN
        else:
            value = WIN - ply if self.shape.score == "ply" else WIN - self.depth + depth
        return value if self.mistake == "leaf" else -value

    def _estimate(self, own: int, other: int) -> int:
        if not self.shape.estimates:
            return 0
        return 3 * ((own & CENTRE).bit_count() - (other & CENTRE).bit_count())

    def _value(self, own: int, other: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value for the side that is to move, whose discs are `own`."""
        mistake, taken = self.mistake, own | other
        if mistake == "draw_before_win" and taken == FULL:
            return 0
        if has_four(other) and not (mistake == "own_wins_only" and ply % 2 == 0):
            return self._leaf(depth, ply)
        if taken == FULL:
            return 0
        if depth <= 0:
            return self._estimate(own, other)
        low, tried, key = alpha, -1, 0
        if self.keeps:
            key = (
                taken
                if mistake == "colour_blind_key"
                else (own if mistake == "own_discs_key" else own << 49 | taken)
            )
            known = self.table.get(key)
            if known is not None:
                known_depth, value, kind, tried = known
                if known_depth >= depth and (
                    mistake == "no_bounds"
                    or kind == EXACT
                    or (kind == LOWER and value >= beta)
                    or (kind == UPPER and value <= alpha)
                ):
                    return value
        best, best_col = -ENDLESS, -1
        order = self.order
        if tried >= 0 and self.shape.best_first:
            order = (tried, *(col for col in order if col != tried))
        for col in order:
            disc = taken + BOTTOMS[col] & 0b111111 << 7 * col
            if not disc:
                continue
            value = self.minus * self._value(other, own | disc, depth - 1, -beta, -alpha, ply + 1)
            if self.helps:
                value = -value
            if value > best:
                best, best_col = value, col
            if self.shape.window and not self.helps:
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        if self.helps:
            best = -best
        if not self.shape.soft:
            best = max(low, min(beta, best))
        if self.keeps:
            kind = UPPER if best <= low else LOWER if best >= beta else EXACT
            if not self.shape.window:
                kind = EXACT
            self.table[key] = depth, best, kind, best_col
        return best


def has_four(discs: int) -> bool:
    """Tell whether four in a row are among these discs."""
    for step in (1, 7, 6, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def read(moves: str, first: int = RED) -> tuple[int, int, int]:
    """Return the discs of the side to move, those of the other, and the side to move.

    >>> read("33")[2]
    0
    """
    own = other = 0
    for digit in moves:
        disc = (own | other) + BOTTOMS[int(digit)] & 0b111111 << 7 * int(digit)
        own, other = other, own | disc
    return own, other, (first + len(moves)) % 2

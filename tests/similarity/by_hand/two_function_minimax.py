"""Solve a Connect Four position as far as the clock allows.

Both sides are 42-bit integers (bit 7 * row + column), and nothing is ever changed in place: a move
makes new integers. A third integer marks the squares on which a disc can land.

Scores are counted in plies to spare: `n` says that the side to move completes a four with n plies of
the horizon unused, `-n` that it gets one completed against it, 0 that the horizon shows neither.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from time import perf_counter

from kata.board import COLS, ROWS, Board

ALLOWANCE = 1.45
EVERYTHING = (1 << ROWS * COLS) - 1
GROUND = (1 << COLS) - 1
FILES = tuple(
    sum(1 << COLS * row + col for row in range(ROWS))
    for col in sorted(range(COLS), key=lambda col: abs(2 * col - COLS + 0.5))
)


def _partners() -> dict[int, tuple[int, ...]]:
    """Map each square to the trios of squares that make a four together with it."""
    trios: dict[int, list[int]] = {1 << square: [] for square in range(ROWS * COLS)}
    shapes = (
        (1, COLS - 3, ROWS),
        (COLS, COLS, ROWS - 3),
        (COLS + 1, COLS - 3, ROWS - 3),
    )
    for stride, width, height in shapes:
        for row, col in itertools.product(range(height), range(width)):
            _register(trios, COLS * row + col, stride)
    for row, col in itertools.product(range(ROWS - 3), range(3, COLS)):
        _register(trios, COLS * row + col, COLS - 1)
    return {square: tuple(masks) for square, masks in trios.items()}


def _register(trios: dict[int, list[int]], origin: int, stride: int) -> None:
    squares = [1 << origin + stride * k for k in range(4)]
    for square in squares:
        trios[square].append(sum(squares) - square)


PARTNERS = _partners()


class _Interrupted(Exception):
    """The allowance is used up."""


class Horizon:
    """Alpha-beta to a fixed number of plies, abandoned by an exception at the deadline."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline

    def look(
        self, own: int, foe: int, landing: int, plies: int, low: int, high: int
    ) -> tuple[int, int]:
        """Return the score for the owner of `own`, who moves, and the square that earns it."""
        options = [square for file in FILES if (square := landing & file)]
        for square in options:
            for trio in PARTNERS[square]:
                if own & trio == trio:
                    return plies, square
        if plies < 2 or not options:
            return 0, 0
        if perf_counter() > self._deadline:
            raise _Interrupted

        record, holder = -ROWS * COLS - 1, 0
        for square in options:
            beyond = landing ^ square | square << COLS & EVERYTHING
            reply, _ = self.look(foe, own | square, beyond, plies - 1, -high, -low)
            if -reply > record:
                record, holder = -reply, square
                low = max(low, record)
                if low >= high:
                    break
        return record, holder


def deepen(own: int, foe: int, deadline: float) -> Iterator[int]:
    """Yield ever better founded squares; stop when the result is certain or the time is over."""
    taken = own | foe
    landing = (taken << COLS | GROUND) & ~taken & EVERYTHING
    yield next(landing & file for file in FILES if landing & file)

    horizon = Horizon(deadline)
    bound = ROWS * COLS + 1
    try:
        for plies in range(2, ROWS * COLS - taken.bit_count() + 1):
            score, square = horizon.look(own, foe, landing, plies, -bound, bound)
            yield square
            if score:
                return
    except _Interrupted:
        return


def bitmaps(board: Board) -> tuple[int, int]:
    """Read the drawing of the board: the discs of the side to move, and the others."""
    drawn = "".join(reversed(str(board).split()[:ROWS]))
    mover, waiter = board.current_player.value, board.current_player.opponent.value
    # `drawn` runs from the bottom row up, and from left to right within a row
    own = sum(1 << at for at, letter in enumerate(drawn) if letter == mover)
    foe = sum(1 << at for at, letter in enumerate(drawn) if letter == waiter)
    return own, foe


def find_best_move(board: Board) -> int:
    """Return the column of the last square that `deepen` has come up with."""
    deadline = perf_counter() + ALLOWANCE
    square = 0
    for square in deepen(*bitmaps(board), deadline):
        pass
    return (square.bit_length() - 1) % COLS

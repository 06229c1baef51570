"""Positions whose mates are known, and boards late enough for brute force."""

from __future__ import annotations

from hypothesis import strategies as st

from kata.board import Player
from tests.solutions.brute_force import late_board

MATES = {
    "phase3/mate-in-3": ("466225453300320044", 3, {5}),
    "phase3/mate-in-5": ("0325323342206055", 5, {4}),
    "phase3/mate-in-7": ("3404340063064136", 7, {1}),
    "phase3/mate-in-9": ("36013401106063", 9, {6}),
}
"""Moves, plies to the mate, and the columns that win at all."""

EARLY_MATES = {"354305415062": (9, 4), "0032334033": (9, 6), "32334033": (7, 6)}
"""By their moves: plies to the mate, and the column that mates soonest."""

late_boards = st.builds(
    late_board,
    st.integers(0, 2**32),
    st.integers(0, 8),
    st.sampled_from(list(Player)),
)


def sign(number: int) -> int:
    """Return what an outcome in plies says of the game alone: +1, 0 or -1."""
    return (number > 0) - (number < 0)

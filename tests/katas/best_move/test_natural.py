"""Moves that lead to a position as people play them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.katas.best_move.mining.quiet_mates import sound_game
from graders.katas.best_move.prove import Oversight, oversight


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("", None),
        ("0032334033", None),
        ("01010", None),
        ("010102", Oversight(6, "unblocked")),
        ("0101023", Oversight(6, "unblocked")),
        ("0101003", None),
        ("203040", None),
        ("2030400", Oversight(7, "overlooked")),
    ],
)
def test_a_win_passed_by_or_left_open_is_an_oversight(moves: str, found: Oversight | None) -> None:
    assert oversight(moves) == found


@given(st.integers(0, 10_000), st.sampled_from([1, 3]))
@settings(max_examples=15, deadline=None)
def test_a_sound_game_has_none(seed: int, lookahead: int) -> None:
    *_, (moves, _) = sound_game(Random(seed), lookahead, 24)
    assert oversight(moves) is None

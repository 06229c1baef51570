"""A family of examples is sorted into tiers where it is defined."""

from __future__ import annotations

import pytest

from tests.tiers import sampled


def test_what_is_not_chosen_is_thorough_and_keeps_what_else_it_is() -> None:
    slow = pytest.param(3, 4, id="three", marks=pytest.mark.slow)
    one, three = sampled([(1, 2), slow], lambda first, second: first + second == 3)
    assert (one.values, one.marks) == ((1, 2), ())
    assert (three.id, [mark.name for mark in three.marks]) == ("three", ["slow", "thorough"])


def test_a_family_without_an_example_in_the_first_tier_is_refused() -> None:
    with pytest.raises(ValueError, match="no example"):
        sampled([1, 2], lambda number: number > 2)

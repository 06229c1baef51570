"""A family of examples is sorted into tiers where it is defined."""

from __future__ import annotations

import pytest

from tests import tiers
from tests.tiers import in_tiers, sampled


def test_what_is_not_chosen_is_thorough_and_keeps_what_else_it_is() -> None:
    slow = pytest.param(3, 4, id="three", marks=pytest.mark.slow)
    one, three = in_tiers([(1, 2), slow], lambda first, second: first + second == 3)
    assert (one.values, one.marks) == ((1, 2), ())
    assert (three.id, [mark.name for mark in three.marks]) == ("three", ["slow", "thorough"])


def test_a_family_without_an_example_in_the_first_tier_is_refused() -> None:
    with pytest.raises(ValueError, match="no example"):
        in_tiers([1, 2], lambda number: number > 2)


@pytest.mark.parametrize("alone", [False, True])
def test_what_a_run_does_not_want_is_not_even_collected(
    monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    monkeypatch.setattr(tiers, "first_alone", alone)
    examples = sampled([1, 2], lambda number: number == 1)
    assert [each.values for each in examples] == [(1,)] + [(2,)] * (not alone)

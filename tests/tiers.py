"""Sort a family of examples into the two tiers of the tests, where the family is defined.

The first tier, `scripts/test`, proves every promise once. What is marked `thorough` is left to
`scripts/test --all`: further examples of a promise that the first tier proves by a sample, and
whole families that need a browser, a cluster or many processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from _pytest.mark import ParameterSet

first_alone = False
"""Whether this run wants the first tier alone, so that nothing else need be collected."""


def sampled(examples: Iterable[object], quick: Callable[..., bool]) -> list[ParameterSet]:
    """Return the examples as `in_tiers` does, those of the first tier alone where no more run."""
    sorted_out = in_tiers(examples, quick)
    return [each for each in sorted_out if not (first_alone and _is_thorough(each))]


def a_few(examples: Iterable[object], count: int = 3) -> list[ParameterSet]:
    """Return examples of which any will do: the first `count` are of the first tier."""
    left = iter(range(count))
    return sampled(examples, lambda *_values: next(left, None) is not None)


def in_tiers(examples: Iterable[object], quick: Callable[..., bool]) -> list[ParameterSet]:
    """Return the examples as parameters, `thorough` all but those that `quick` tells.

    An example is a value, a tuple of values, or what `pytest.param` made of some; `quick` is
    called with its values.

    >>> [bool(each.marks) for each in in_tiers([1, 2, 3], lambda number: number == 2)]
    [True, False, True]
    """
    made = [_parameters(example) for example in examples]
    chosen = [quick(*each.values) for each in made]
    if not any(chosen):
        raise ValueError("the first tier would have no example of this family")
    return [
        each if is_quick else each._replace(marks=(*each.marks, pytest.mark.thorough))
        for each, is_quick in zip(made, chosen, strict=True)
    ]


def _is_thorough(example: ParameterSet) -> bool:
    return any(mark.name == pytest.mark.thorough.name for mark in example.marks)


def _parameters(example: object) -> ParameterSet:
    if isinstance(example, ParameterSet):
        return example
    return pytest.param(*example) if isinstance(example, tuple) else pytest.param(example)

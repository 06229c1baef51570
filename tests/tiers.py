"""Sort a family of examples into the two tiers of the tests, where the family is defined.

The first tier, `scripts/test`, proves every promise once. What is marked `thorough` is left to
`scripts/test --all`: further examples of a promise that the first tier proves by a sample, and
whole families that need a browser, a cluster or many processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from _pytest.mark import ParameterSet


def sampled(examples: Iterable[object], quick: Callable[..., bool]) -> list[ParameterSet]:
    """Return the examples as parameters, `thorough` all but those that `quick` tells.

    An example is a value, a tuple of values, or what `pytest.param` made of some; `quick` is
    called with its values.

    >>> [bool(each.marks) for each in sampled([1, 2, 3], lambda number: number == 2)]
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


def _parameters(example: object) -> ParameterSet:
    if isinstance(example, ParameterSet):
        return example
    return pytest.param(*example) if isinstance(example, tuple) else pytest.param(example)

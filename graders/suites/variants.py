"""Add to cases their variants, such as mirrored and colour-swapped positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from graders.katas.kata import Kata
from graders.model.suite import Case


def with_variants(
    kata: Kata[Any], cases: Iterable[Case], *, counted: bool = False
) -> tuple[Case, ...]:
    """Return each case followed by its variants, `ID~mirror` and so on.

    A variant counts no points unless `counted`.
    """
    all_cases: list[Case] = []
    for case in cases:
        all_cases.append(case)
        for variant in kata.variants(case.task):
            points = case.points if counted else 0
            all_cases.append(
                replace(case, id=f"{case.id}~{variant.name}", task=variant.task, points=points)
            )
    return tuple(all_cases)

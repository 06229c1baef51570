"""Add to cases their variants, such as mirrored and colour-swapped positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from graders.katas.kata import Kata
from graders.model.suite import Case, member_id


def with_variants(
    kata: Kata[Any], cases: Iterable[Case], *, counted: bool = False
) -> tuple[Case, ...]:
    """Return each case followed by its variants, `ID~mirror` and so on.

    A variant counts no points unless `counted`. A variant of a group has that of each member.
    """
    all_cases: list[Case] = []
    for case in cases:
        all_cases.append(case)
        points = case.points if counted else 0
        all_cases.extend(replace(variant, points=points) for variant in _variants(kata, case))
    return tuple(all_cases)


def _variants(kata: Kata[Any], case: Case) -> Iterator[Case]:
    """Return the variants of one case; of a group those that all of its members have."""
    found = [{each.name: each.task for each in kata.variants(one.task)} for one in case.members]
    for name in found[0]:
        if all(name in tasks for tasks in found):
            tasks = [tasks[name] for tasks in found]
            yield _variant(replace(case, id=f"{case.id}~{name}"), tasks)


def _variant(case: Case, tasks: Sequence[object]) -> Case:
    """Return a case that asks for `tasks`, those of its members."""
    if not case.group:
        return replace(case, task=tasks[0])
    members = (
        replace(member, id=member_id(case.id, number), task=task)
        for number, (member, task) in enumerate(zip(case.group, tasks, strict=True), start=1)
    )
    return replace(case, group=tuple(members))

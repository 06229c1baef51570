"""Find cases that are one and the same, also as variants of each other."""

from __future__ import annotations

from collections.abc import Iterable

from graders.katas import kata_named
from graders.lab.verifying.part import Part
from graders.model.suite import Suite, members_of


def duplicates_part(suites: Iterable[Suite]) -> Part | None:
    """Group the cases by what their kata knows them by; a group of several is a problem.

    None where no kata has anything by which to tell its cases apart.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for suite in suites:
        kata = kata_named(suite.kata)
        for case in members_of(suite.cases):
            identity = kata.identity(case.task)
            if identity is not None:
                groups.setdefault((kata.name, identity), []).append(case.id)
    if not groups:
        return None
    shared = [ids for ids in groups.values() if len(ids) > 1]
    return Part(
        "duplicates",
        "Positions that occur twice",
        ("positions", "shared"),
        ((str(len(groups)), str(len(shared))),),
        tuple(f"{', '.join(ids)} are one position" for ids in shared),
    )

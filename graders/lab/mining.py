"""Ask the katas what can be mined, and which cases are known already."""

from __future__ import annotations

from typing import Any

from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.suite import members_of
from graders.suites import shipped


def minable() -> tuple[Kata[Any], ...]:
    """Return the katas of which new cases can be mined."""
    return tuple(kata for kata in all_katas().values() if kata.mining())


def shipped_identities(kata: Kata[Any]) -> frozenset[str]:
    """Return what all shipped cases of a kata are known by, stretch suites included."""
    identities = (
        kata.identity(case.task)
        for suite in shipped(kata.name, stretch=True)
        for case in members_of(suite.cases)
    )
    return frozenset(identity for identity in identities if identity is not None)

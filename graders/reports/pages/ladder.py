"""Say where on its kata's ladder a submission stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from graders.katas.kata import Kata
from graders.model.scorecard import Standing

BESIDE: Mapping[str, str] = {
    "none": "below the ladder",
    "heuristic": "beside the ladder, as it plays by a heuristic",
    "open": "nowhere yet, as this run does not tell its rung",
}
"""Where a submission stands whose rung is none of the ladder's."""


class Rung(msgspec.Struct, frozen=True):
    """Hold one rung, the first being number 1, and whether the submission stands there."""

    number: int
    name: str
    here: bool


class Place(msgspec.Struct, frozen=True):
    """Hold the rungs from the lowest up, and what is known of where the submission stands.

    `where` goes on from "It stands"; `beside` tells that it is on none of the rungs.
    """

    rungs: tuple[Rung, ...]
    where: str
    beside: bool
    evidence: str
    hint: str
    faults: tuple[str, ...]


def place(kata: Kata[Any] | None, standing: Standing | None) -> Place | None:
    """Return where a submission stands; None without a standing."""
    if standing is None:
        return None
    rungs = rungs_of(kata, standing.rung)
    beside = not any(rung.here for rung in rungs)
    where, evidence = where_on(kata, standing), _sentence(standing.evidence)
    faults = tuple(map(in_words, standing.faults))
    return Place(rungs, where, beside, evidence, standing.hint, faults)


def where_on(kata: Kata[Any] | None, standing: Standing) -> str:
    """Return where a submission stands, as goes on from "It stands"."""
    rungs = rungs_of(kata, standing.rung)
    here = next((rung for rung in rungs if rung.here), None)
    if here is not None:
        return f"on rung {here.number} of {len(rungs)}, {here.name}"
    return BESIDE.get(standing.rung, f"at {in_words(standing.rung)}")


def rungs_of(kata: Kata[Any] | None, stands_on: str) -> tuple[Rung, ...]:
    """Return the rungs of a kata's ladder from the lowest up; none where it has no ladder."""
    ladder = None if kata is None else kata.ladder()
    names: Sequence[str] = () if ladder is None else [PurePath(each).stem for each in ladder.rungs]
    return tuple(
        Rung(number, in_words(name), name == stands_on) for number, name in enumerate(names, 1)
    )


def in_words(name: str) -> str:
    """Return the name of a rung or a mistake as a person reads it.

    >>> in_words("alpha_beta")
    'alpha beta'
    """
    return name.replace("_", " ")


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) or not whole else f"{whole}."

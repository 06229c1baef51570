"""Recognise which kata a file was written for, from what it defines."""

from __future__ import annotations

from collections.abc import Iterable

from graders.katas import all_katas, kata_named
from graders.katas.entry import misspelt
from graders.katas.kata import Kata
from graders.request import Survey

MOST_NAMES_LISTED = 12


class NotRecognised(ValueError):  # noqa: N818  # a finding about a file, not a fault of ours
    """Say what a file defines, and what it would have to define."""


def recognise(survey: Survey, wanted: str | None = None) -> Kata:
    """Return the kata that a file was written for; with `wanted`, that one or none.

    Raises `NotRecognised` where the file cannot be read, defines nothing that could be called,
    or more than one thing; `ValueError` where there is no kata called `wanted`.
    """
    katas = [kata_named(wanted)] if wanted else list(all_katas().values())
    if survey.problem:
        raise NotRecognised(survey.problem)
    entries = [(kata, entry) for kata in katas for entry in kata.entries(survey)]
    if len(entries) == 1:
        return entries[0][0]
    if entries:
        raise NotRecognised(_too_many(entries))
    raise NotRecognised(_nothing(survey, katas))


def _too_many(entries: Iterable[tuple[Kata, str]]) -> str:
    entries = list(entries)
    found = " and ".join(entry for _, entry in entries)
    katas = sorted({kata.name for kata, _ in entries})
    if len(katas) > 1:
        return f"found {found}: choose with --kata {' or --kata '.join(katas)}"
    return f"found {found}: exactly one was expected, rename or remove the others"


def _nothing(survey: Survey, katas: Iterable[Kata]) -> str:
    katas = list(katas)
    expected = "; or ".join(kata.expects for kata in katas)
    meant = [
        f"; did you mean {kata.function} by {close}?"
        for kata in katas
        if (close := misspelt(survey, kata.function)) is not None
    ]
    return "".join([f"found {_found(survey)}; expected {expected}", *meant])


def _found(survey: Survey) -> str:
    parts = [
        _listed("function", "functions", survey.functions),
        _listed("class", "classes", [name for name, _ in survey.methods]),
    ]
    return " and ".join(part for part in parts if part) or "no function and no class"


def _listed(one: str, many: str, names: Iterable[str]) -> str:
    names = list(names)
    if not names:
        return ""
    listed = ", ".join(names[:MOST_NAMES_LISTED])
    more = f" and {len(names) - MOST_NAMES_LISTED} more" if len(names) > MOST_NAMES_LISTED else ""
    return f"the {one if len(names) == 1 else many} {listed}{more}"

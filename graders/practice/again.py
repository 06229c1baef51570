"""Select what a file failed when it was last graded."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.katas import kata_named
from graders.model.usage import UsageError
from graders.practice import history
from graders.suites import shipped
from graders.suites.selection import Selection, chosen, suites_for, with_variants


class Again(msgspec.Struct, frozen=True):
    """Hold globs that match exactly the cases to grade again, and what has to be asked for too."""

    patterns: tuple[str, ...]
    stretch: bool = False
    variants: bool = False


def failed_before(
    file: Path,
    kata: str | None = None,
    suites: Sequence[str] = (),
    patterns: Sequence[str] = (),
) -> Again | None:
    """Return the cases that were not accepted when they were last graded; None where all were.

    Only those of the `suites` count, where such are named, else those of the shipped ones; with
    `patterns` only those that match one. Raises `UsageError` where no run is remembered, and where
    nothing of what failed is in the suites.
    """
    entry = history.last(file, kata)
    if entry is None:
        raise UsageError(f"no run of {file} is remembered: grade it without --failed first")
    failing = set(history.failing(file, entry.kata))
    if not failing:
        return None
    of_kata = kata_named(entry.kata)
    found: list[str] = []
    stretch = False
    named = suites_for(of_kata, Selection(suites).loaded()) if suites else ()
    for suite in named or shipped(entry.kata, stretch=True):
        cases = chosen(with_variants(of_kata, suite.cases), [*map(glob.escape, failing)])
        wanted = chosen(cases, patterns) if patterns else cases
        found.extend(case.id for case in wanted)
        stretch |= bool(wanted) and suite.stretch and not suites
    if not found:
        where = "none of it matches --case" if patterns else "its suite has to be named (--suite)"
        raise UsageError(f"{', '.join(sorted(failing))} failed last, but {where}")
    return Again(tuple(map(glob.escape, found)), stretch, any("~" in each for each in found))

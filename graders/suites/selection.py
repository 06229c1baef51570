"""Select the cases that a run is about: by suite, by id, with another cap, in other clothes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from graders.katas.kata import Kata
from graders.model.suite import Case, Suite
from graders.suites import SuiteError, by_name, load, shipped
from graders.suites.variants import with_variants


@dataclass(frozen=True)
class Selection:
    """Hold what to select.

    `suites` are files or names of shipped suites (none: the shipped ones), `pattern` is a glob
    over ids, `cap_s` stands in place of the suites' own caps.
    """

    suites: Sequence[str] = ()
    pattern: str = "*"
    cap_s: float | None = None
    stretch: bool = False
    variants: bool = False


def suites_named(selection: Selection) -> tuple[Suite, ...] | None:
    """Load the suites that the selection names, None where it names none.

    Raises `SuiteError` for a suite that is not there or not valid, for suites of two katas, and
    for two suites of one name.
    """
    if not selection.suites:
        return None
    found = tuple(suite_at(name) for name in selection.suites)
    if len({suite.kata for suite in found}) > 1:
        katas = ", ".join(f"{suite.path}: {suite.kata}" for suite in found)
        raise SuiteError(f"one run grades one kata, and these suites are of several: {katas}")
    names = [suite.name for suite in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SuiteError(f"two suites are called {', '.join(sorted(twice))}: their ids would clash")
    return found


def select(
    kata: Kata[Any], selection: Selection, named: Sequence[Suite] | None
) -> tuple[Case, ...]:
    """Return the cases to grade a submission for `kata` on; raise `SuiteError` where none are."""
    suites = shipped(kata.name, stretch=selection.stretch) if named is None else tuple(named)
    if any(suite.kata != kata.name for suite in suites):
        raise SuiteError(f"{suites[0].path} is a suite of {suites[0].kata}, not of {kata.name}")
    cases: list[Case] = []
    for suite in suites:
        if suite.variants or selection.variants:
            cases.extend(with_variants(kata, suite.cases, counted=suite.variants_score))
        else:
            cases.extend(suite.cases)
    chosen = [case for case in cases if fnmatchcase(case.id, selection.pattern)]
    if not chosen:
        raise SuiteError(_no_such_case(selection.pattern, [case.id for case in cases]))
    if selection.cap_s is not None:
        chosen = [replace(case, cap_s=selection.cap_s) for case in chosen]
    return tuple(chosen)


def _no_such_case(pattern: str, ids: Sequence[str]) -> str:
    meant = [case_id for case_id in ids if fnmatchcase(case_id, f"*/{pattern}")]
    hint = f" (did you mean {'*/' + pattern!r}?)" if meant else ""
    known = ", ".join(ids[:8]) + (", …" if len(ids) > 8 else "")
    return f"no case matches {pattern!r}{hint}; there are {known}"


def suite_at(name: str) -> Suite:
    """Load the suite at a path, or the shipped one of that name; raise `SuiteError` for none."""
    is_a_path = "/" in name or name.endswith((".yaml", ".yml")) or Path(name).exists()
    return load(name) if is_a_path else by_name(name)

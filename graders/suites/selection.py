"""Select the cases of a run: by suite and by id, with another cap, with their variants."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.katas.kata import Kata
from graders.model.suite import Case, Suite
from graders.suites import SuiteError, by_name, load, shipped
from graders.suites.naming import Named, cases_named, chosen, named, no_such_case
from graders.suites.shipped import files
from graders.suites.variants import with_variants

__all__ = [
    "Named",
    "Selection",
    "SuiteLike",
    "Suites",
    "cases_named",
    "named",
    "select",
    "suite_at",
    "suites_for",
]

SuiteLike = str | PathLike[str] | Suite
"""A suite: the path of its file, the name of a shipped one, or one that is loaded."""
Suites = Sequence[SuiteLike] | Mapping[str, Sequence[SuiteLike]]
"""Suites of one kata, or for each kata, by name, the suites for files that are for it."""


class Selection(msgspec.Struct, frozen=True):
    """Hold what to select.

    No `suites` stand for the shipped ones. `pattern` is a glob over ids, or over what comes after
    their slash, such as `mate-in-9`; or several of which one has to match. Each has to match
    something, unless there are suites of several katas. Members that match although their group
    does not are selected as cases of their own, of no points. `cap_s` replaces the suites' own
    caps, and those that would be measured. Of the cases that are selected, those with an id in
    `first` come before the others.
    """

    suites: Suites = ()
    pattern: str | Sequence[str] = "*"
    cap_s: float | None = None
    stretch: bool = False
    variants: bool = False
    first: Collection[str] = ()

    def loaded(self) -> Selection:
        """Return the same with its suites loaded.

        Where several katas have suites of the names that are given, each gets its own, as if they
        had been given for each: the file tells which it is for. Raises `SuiteError` for a suite
        that is not there or not valid, for suites of two katas where they should be of one, and for
        two suites of one name.
        """
        if isinstance(self.suites, Mapping):
            return replace(self, suites={k: _together(own, k) for k, own in self.suites.items()})
        owners = _owners(self.suites)
        if len(owners) > 1:
            return replace(self, suites={k: _together(self.suites, k) for k in owners})
        return replace(self, suites=_together(self.suites, next(iter(owners), None)))

    @property
    def kata(self) -> str | None:
        """Return the kata that the loaded suites are all for, None where the file has to tell."""
        if isinstance(self.suites, Mapping):
            return None
        return next((suite.kata for suite in self.suites if isinstance(suite, Suite)), None)

    @property
    def only_kata(self) -> str | None:
        """Return the kata that alone comes into question, whatever the file defines."""
        if isinstance(self.suites, Mapping):
            return next(iter(self.suites)) if len(self.suites) == 1 else None
        return self.kata


def suites_for(kata: Kata[Any], selection: Selection) -> tuple[Suite, ...]:
    """Return the suites to grade a submission for `kata` on; raise `SuiteError` where none fit."""
    wanted = selection.suites
    if isinstance(wanted, Mapping):
        if kata.name not in wanted:
            raise SuiteError(f"there are suites of {', '.join(wanted)}, but none of {kata.name}")
        suites = _together(wanted[kata.name], kata.name)
    else:
        suites = _together(wanted, kata.name) or _shipped(kata, selection)
    for suite in suites:
        if suite.kata != kata.name:
            raise SuiteError(f"{suite.path} is a suite for {suite.kata}, not for {kata.name}")
    return suites


def select(kata: Kata[Any], suites: Sequence[Suite], selection: Selection) -> tuple[Case, ...]:
    """Return the cases of the suites that are wanted; raise `SuiteError` where a glob fits none."""
    one = isinstance(selection.pattern, str)
    patterns = (str(selection.pattern),) if one else tuple(selection.pattern)
    if not patterns or not all(patterns):
        raise SuiteError("an empty glob matches no case: leave it out to select them all")
    cases: list[Case] = []
    for suite in suites:
        if suite.variants or selection.variants:
            cases.extend(with_variants(kata, suite.cases, counted=suite.variants_score))
        else:
            cases.extend(suite.cases)
    wanted = chosen(cases, patterns)
    in_vain = [each for each in patterns if not chosen(cases, [each])]
    for_others = isinstance(selection.suites, Mapping)  # some globs may be for files of other katas
    if in_vain and not (wanted and for_others):
        with_all = [each for suite in suites for each in with_variants(kata, suite.cases)]
        if chosen(with_all, in_vain):
            raise SuiteError(_only_variants(in_vain))
        raise SuiteError(no_such_case(in_vain, cases))
    if selection.cap_s is not None:
        wanted = tuple(_capped(case, selection.cap_s) for case in wanted)
    return tuple(sorted(wanted, key=lambda case: case.id not in selection.first))


def _shipped(kata: Kata[Any], selection: Selection) -> tuple[Suite, ...]:
    suites = shipped(kata.name, stretch=selection.stretch)
    if not suites:
        raise SuiteError(f"no suites of {kata.name} are shipped: name one with --suite")
    if selection.stretch and not any(suite.stretch for suite in suites):
        raise SuiteError(f"{kata.name} has no stretch suites: grade it without --stretch")
    return suites


def _capped(case: Case, cap_s: float) -> Case:
    group = tuple(_capped(member, cap_s) for member in case.group)
    return replace(case, cap_s=cap_s, group=group, yardstick=None)


def _only_variants(patterns: Sequence[str]) -> str:
    return (
        f"{' or '.join(map(repr, patterns))} matches variants alone, and those are graded only "
        "where they are asked for: add --variants"
    )


def _owners(wanted: Sequence[SuiteLike]) -> tuple[str, ...]:
    """Return the katas that have shipped suites of all these names; none for anything else."""
    if not wanted or not all(isinstance(each, str) and _is_a_name(each) for each in wanted):
        return ()
    found = [{path.parent.name for path in files() if path.stem == each} for each in wanted]
    return tuple(sorted(set.intersection(*found)))


def _together(wanted: Sequence[SuiteLike], kata: str | None = None) -> tuple[Suite, ...]:
    found = tuple(suite_at(each, kata) for each in wanted)
    if len({suite.kata for suite in found}) > 1:
        katas = ", ".join(f"{suite.path}: {suite.kata}" for suite in found)
        raise SuiteError(f"one run grades one kata, but these suites belong to several: {katas}")
    names = [suite.name for suite in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SuiteError(f"two suites are called {', '.join(sorted(twice))}: their ids would clash")
    return found


def suite_at(suite: SuiteLike, kata: str | None = None) -> Suite:
    """Load the suite at a path, or the shipped one of that name; raise `SuiteError` for none.

    `KATA/NAME` is the shipped one of a kata, and with `kata` so is its name alone. A suite that is
    loaded already is returned as it is.
    """
    if isinstance(suite, Suite):
        return suite
    name = fspath(suite)
    if not name:
        raise SuiteError("an empty name is that of no suite: name one, or the path of its file")
    if isinstance(suite, str) and _is_a_name(name):
        of_kata = kata is not None and any(path.stem == name for path in files(kata))
        return by_name(name, kata if of_kata else None)
    return load(name)


def _is_a_name(text: str) -> bool:
    """Tell whether this is the name of a shipped suite rather than the path of a file."""
    if text.endswith((".yaml", ".yml")) or Path(text).exists():
        return False
    shipped_as = {f"{path.parent.name}/{path.stem}" for path in files()}
    return "/" not in text or text in shipped_as

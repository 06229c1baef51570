"""Select the cases of a run: by suite and by id, with another cap, with their variants."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas, kata_named
from graders.katas.kata import Kata
from graders.model.installation import suite_files
from graders.model.suite import Case, Suite, member_id
from graders.suites import SuiteError, by_name, load_suite, shipped

__all__ = [
    "Named",
    "Selection",
    "SuiteLike",
    "Suites",
    "cases_named",
    "find_cases",
    "katas_that_may_have",
    "select",
    "suite_at",
    "suites_for",
]
SuiteLike = str | PathLike[str] | Suite
"""A suite: the path of its file, the name of a shipped one, or one that is loaded."""
Suites = Sequence[SuiteLike] | Mapping[str, Sequence[SuiteLike]]
"""Suites of one kata, or for each kata, by name, the suites for files that are for it."""


class Selection(msgspec.Struct, frozen=True):
    """What to select.

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
    found = [{path.parent.name for path in suite_files() if path.stem == each} for each in wanted]
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
        of_kata = kata is not None and any(path.stem == name for path in suite_files(kata))
        return by_name(name, kata if of_kata else None)
    return load_suite(name)


def _is_a_name(text: str) -> bool:
    if text.endswith((".yaml", ".yml")) or Path(text).exists():
        return False
    shipped_as = {f"{path.parent.name}/{path.stem}" for path in suite_files()}
    return "/" not in text or text in shipped_as


MOST_LISTED = 8


class Named(msgspec.Struct, frozen=True):
    kata: Kata[Any]
    case: Case


def chosen(cases: Iterable[Case], patterns: Sequence[str]) -> tuple[Case, ...]:
    """Return the cases that match a pattern and, of a group that does not, the members that do.

    A pattern is a glob over ids; one without a slash is over the part after the slash too.

    >>> one, two = Case("phase3/mate-in-9", 1, 2.0, "0"), Case("phase4/mate-in-9", 1, 2.0, "1")
    >>> [case.id for case in chosen([one, two], ["mate-in-9"])]
    ['phase3/mate-in-9', 'phase4/mate-in-9']
    >>> [case.id for case in chosen([one, two], ["phase3/*"])]
    ['phase3/mate-in-9']
    """
    found: list[Case] = []
    for case in cases:
        if _matches(case, patterns):
            found.append(case)
        else:
            found.extend(member for member in case.group if _matches(member, patterns))
    return tuple(found)


def no_such_case(patterns: Sequence[str], cases: Sequence[Case]) -> str:
    """Say that no case matches, and which may be meant or which there are."""
    which = " or ".join(map(repr, patterns))
    near = _near(patterns, cases)
    if near:
        return f"no case matches {which}; did you mean {' or '.join(near)}?"
    ids = [case.id for case in cases]
    known = ", ".join(ids[:MOST_LISTED]) + (", …" if len(ids) > MOST_LISTED else "")
    return f"no case matches {which}; the cases are {known}"


_GLOB = re.compile(r"[*?\[]")


def katas_that_may_have(
    name: str, kata_name: str | None = None, suites: Sequence[str] = ()
) -> list[Kata[Any]]:
    """Return the katas among which a case is to be looked for; those with no such id stay unread.

    That is the one of `kata_name`, if given; else those of which a shipped suite holds the id, and
    all where that cannot be told. Raises `ValueError` where there is no such kata.
    """
    if kata_name is not None:
        return [kata_named(kata_name)]
    bare = name.rpartition("/")[2].partition("#")[0].partition("~")[0]
    if bare and not suites and not _GLOB.search(name):
        sure = {each.parent.name for each in suite_files() if bare.encode() in each.read_bytes()}
        if found := [all_katas()[each] for each in sorted(sure) if each in all_katas()]:
            return found
    return list(all_katas().values())


def find_cases(
    katas: Iterable[Kata[Any]],
    name: str,
    *,
    stretch: bool = True,
    suites: Sequence[Suite] = (),
) -> tuple[Named, ...]:
    """Return the cases that `name` stands for, each with its kata, in the order of the suites.

    They are looked for in `suites`, or else in those shipped for the katas, with `stretch` the
    stretch suites too; where the name has a tilde, among the variants as well. Raises `SuiteError`
    with the nearest names where there is none.
    """
    if not name:
        raise SuiteError("an empty name matches no case: name one, such as mate-in-9")
    all_cases = [
        Named(kata, case) for kata in katas for case in _cases_of(kata, name, stretch, suites)
    ]
    found = [Named(one.kata, case) for one in all_cases for case in chosen([one.case], [name])]
    if not found:
        raise SuiteError(no_such_case([name], [one.case for one in all_cases]))
    return tuple(found)


def cases_named(
    katas: Iterable[Kata[Any]],
    name: str,
    stretch: bool = True,
    suites: Sequence[Suite] = (),
) -> tuple[Case, ...]:
    """Return the same without the katas."""
    return tuple(one.case for one in find_cases(katas, name, stretch=stretch, suites=suites))


def _cases_of(kata: Kata[Any], name: str, stretch: bool, suites: Sequence[Suite]) -> Iterable[Case]:
    wanted = [suite for suite in suites if suite.kata == kata.name]
    for suite in wanted or (() if suites else shipped(kata.name, stretch=stretch)):
        yield from with_variants(kata, suite.cases) if "~" in name else suite.cases


def _matches(case: Case, patterns: Sequence[str]) -> bool:
    bare = case.id.partition("/")[2]
    return any(
        fnmatchcase(case.id, each) or ("/" not in each and fnmatchcase(bare, each))
        for each in patterns
    )


def _near(patterns: Sequence[str], cases: Sequence[Case]) -> list[str]:
    """Return what may be meant: a suite as a whole, or the ids that are nearly the same."""
    names = {suite: f"{suite}/*" for suite in (case.id.partition("/")[0] for case in cases)}
    for case in cases:
        for one in (case, *case.group):
            names[one.id] = one.id
            names.setdefault(one.id.partition("/")[2], one.id)
    meant: list[str] = []
    for pattern in patterns:
        close = difflib.get_close_matches(pattern, names, n=3, cutoff=0.75)
        meant.extend(names[each] for each in close)
    return list(dict.fromkeys(meant))[:3]


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
    found = [{each.name: each.task for each in kata.variants(one.task)} for one in case.members]
    for name in found[0]:
        if all(name in tasks for tasks in found):
            tasks = [tasks[name] for tasks in found]
            yield _variant(replace(case, id=f"{case.id}~{name}"), tasks)


def _variant(case: Case, tasks: Sequence[object]) -> Case:
    if not case.group:
        return replace(case, task=tasks[0])
    members = (
        replace(member, id=member_id(case.id, number), task=task)
        for number, (member, task) in enumerate(zip(case.group, tasks, strict=True), start=1)
    )
    return replace(case, group=tuple(members))

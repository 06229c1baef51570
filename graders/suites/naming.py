"""Find cases by what a person types: an id, the bare name of a case, a glob, a member's number."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from graders.katas.kata import Kata
from graders.model.suite import Case, Suite
from graders.suites import SuiteError, shipped
from graders.suites.variants import with_variants

MOST_LISTED = 8


class Named(msgspec.Struct, frozen=True):
    """Hold a case that was named, and the kata that it is of."""

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


def named(
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
    return tuple(one.case for one in named(katas, name, stretch=stretch, suites=suites))


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

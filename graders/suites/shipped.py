"""Find the suites that come with the project."""

from __future__ import annotations

import difflib
from collections import Counter
from pathlib import Path

import kata as candidate_package
from graders.model.suite import Suite
from graders.suites.reading import SuiteError, load


def shipped(kata: str, stretch: bool = False) -> tuple[Suite, ...]:
    """Return the shipped suites of a kata by phase and name; stretch suites last, if asked for.

    Raises `SuiteError` where one of them is not right.

    >>> [suite.name for suite in shipped("best_move")][:2]
    ['phase2', 'phase3']
    """
    suites = [load(path) for path in files(kata)]
    suites.sort(key=lambda s: (s.stretch, s.phase is None, s.phase or 0, s.name))
    return tuple(suite for suite in suites if stretch or not suite.stretch)


def by_name(name: str, kata: str | None = None) -> Suite:
    """Return the shipped suite called `name`, or `KATA/NAME` where two katas have one.

    Raises `SuiteError` that lists what is shipped where there is none.
    """
    names = {f"{path.parent.name}/{path.stem}": path for path in files(kata or "*")}
    found = [key for key in names if name in (key, key.split("/")[1])]
    if len(found) == 1:
        return load(names[found[0]])
    if found:
        raise SuiteError(f"there are several suites {name!r}: write {' or '.join(sorted(found))}")
    alone = Counter(key.split("/")[1] for key in names)
    listed = sorted(key if alone[key.split("/")[1]] > 1 else key.split("/")[1] for key in names)
    close = difflib.get_close_matches(name, [*alone, *names], n=1)
    meant = f" (did you mean {close[0]!r}?)" if close else ""
    raise SuiteError(
        f"there is no suite {name!r}{meant}; the shipped suites are {', '.join(listed)}"
    )


def files(kata: str = "*") -> list[Path]:
    """Return the suite files of a kata, or of all whose names match a glob.

    They lie beside the package `kata`, in a wheel as in a checkout.
    """
    top = Path(candidate_package.__file__).resolve().parent.parent
    return sorted((top / "positions").glob(f"{kata}/*.yaml"))

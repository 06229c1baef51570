"""Read what a pytest run is asked to grade, and how: from its command line and its ini file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from graders.model.usage import UsageError
from graders.suites import LONGEST_CAP_S


class Asked(msgspec.Struct, frozen=True):
    """Hold which kata, suites, cap and isolation are asked for, and which files match.

    `by_name` tells that the kata was named on the command line, and not in the ini file. `globs`
    are over paths relative to `root`, those of folders with a slash at their end; `test_globs` are
    the names of test modules. `entry` is the file of a folder that is called, where it is named.
    """

    kata: str
    by_name: bool
    root: Path
    suites: tuple[str, ...] = ()
    cap_s: float | None = None
    isolation: str = "auto"
    stretch: bool = False
    variants: bool = False
    globs: tuple[str, ...] = ()
    test_globs: tuple[str, ...] = ()
    entry: str | None = None


def asked_of(config: pytest.Config) -> Asked:
    """Return what `config` asks for; raise `UsageError` for what it cannot mean."""
    named = config.getoption("kata")
    if named is None and not config.getini("kata"):
        raise UsageError("the --kata-… options say how to grade by a kata: name it with --kata")
    return Asked(
        kata=str(named if named is not None else config.getini("kata")),
        by_name=named is not None,
        root=config.rootpath,
        suites=_suites(config),
        cap_s=_seconds(_first(config, "kata_cap")),
        isolation=_first(config, "kata_isolation") or "auto",
        stretch=bool(config.getoption("kata_stretch") or config.getini("kata_stretch")),
        variants=bool(config.getoption("kata_variants") or config.getini("kata_variants")),
        globs=tuple(config.getini("kata_files")),
        test_globs=tuple(config.getini("python_files")),
        entry=config.getoption("kata_entry"),
    )


def is_submission(asked: Asked, path: Path, *, given: bool) -> bool:
    """Tell whether a file is to be graded; `given` tells that it was named on the command line.

    With `--kata` every file that is named is; where the ini file has the kata, test modules stay
    what they are. Files that are found in folders are where a glob of `kata_files` says so.

    >>> from pathlib import Path
    >>> here = Path("/home/ada")
    >>> asked = Asked("a kata", False, here, globs=("mine/*.py",), test_globs=("test_*.py",))
    >>> is_submission(asked, here / "solver.py", given=True)
    True
    >>> is_submission(asked, here / "test_solver.py", given=True)
    False
    >>> is_submission(asked, here / "mine/solver.py", given=False)
    True
    """
    if _matches(asked, path, [glob for glob in asked.globs if not glob.endswith("/")]):
        return True
    return given and (asked.by_name or not any(path.match(glob) for glob in asked.test_globs))


def is_submitted_folder(asked: Asked, path: Path, *, given: bool) -> bool:
    """Tell whether a folder is graded as a whole: named with `--kata`, or matched as a folder.

    Where `kata_files` says which files are, a folder that is named holds such.

    >>> here = Path("/home/ada")
    >>> is_submitted_folder(Asked("a kata", True, here), here / "four", given=True)
    True
    >>> asked = Asked("a kata", False, here, globs=("handed_in/*/",))
    >>> is_submitted_folder(asked, here / "handed_in/bob", given=False)
    True
    """
    if _matches(asked, path, [glob for glob in asked.globs if glob.endswith("/")]):
        return True
    return given and asked.by_name and not asked.globs


def _matches(asked: Asked, path: Path, globs: Sequence[str]) -> bool:
    inside = path.is_relative_to(asked.root)
    return inside and any(path.relative_to(asked.root).match(glob) for glob in globs)


def _first(config: pytest.Config, name: str) -> str:
    """Return an option as the command line has it, or else the ini file."""
    given = config.getoption(name)
    return str(config.getini(name) if given is None else given)


def _suites(config: pytest.Config) -> tuple[str, ...]:
    """Return the suites; a path in the ini file is relative to that file."""
    given = config.getoption("kata_suite")
    if given is not None:
        return tuple(given)
    top = config.inipath.parent if config.inipath else config.rootpath
    return tuple(
        str(top / name) if name.endswith((".yaml", ".yml")) else name
        for name in config.getini("kata_suites")
    )


def _seconds(text: str) -> float | None:
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST_CAP_S:
        most = f"more than 0 and at most {LONGEST_CAP_S:g}"
        raise UsageError(f"a cap is a number of seconds, {most}, such as 2.5, and not {text!r}")
    return seconds

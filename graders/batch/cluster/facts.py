"""Tell what has to be the same wherever a batch is graded, and how two machines differ in it."""

from __future__ import annotations

import functools
import hashlib
import platform
from importlib import metadata
from pathlib import Path

import msgspec

import graders
from graders.batch.job import Terms
from graders.sandbox import isolation
from graders.sandbox.processes import bubblewrap_version

_ROOMS = ("graders", "kata", "solutions", "positions")
_KINDS = {".py", ".mjs", ".yaml"}
_SHOWN = 12


class Facts(msgspec.Struct, frozen=True):
    """Hold what a verdict depends on beside the submission and the terms, of one process.

    `source` is a digest of the grader's own files and of the shipped suites: two checkouts may
    have the same version. `isolation_version` is bubblewrap's, None where it is not used.
    """

    grader: str
    source: str
    python: str
    isolation: str
    isolation_version: str | None = None


def facts(terms: Terms) -> Facts:
    """Return those of this process; raise `IsolationUnavailableError` where it cannot grade."""
    level = isolation.choose(terms.isolation)
    level.check_may_grade_several()
    return Facts(
        grader=_version(),
        source=source_digest(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        isolation=str(level),
        isolation_version=bubblewrap_version() if level is isolation.Isolation.BWRAP else None,
    )


def difference(theirs: Facts, ours: Facts) -> str:
    """Return how a worker differs from the coordinator, and nothing where it does not.

    >>> ours = Facts("1.0", "a1", "CPython 3.13.1", "bwrap", "0.11.0")
    >>> difference(ours, ours)
    ''
    >>> difference(Facts("1.0", "a1", "CPython 3.11.2", "limits"), ours)
    'its Python is CPython 3.11.2, here it is CPython 3.13.1; its isolation is limits, here it is \
bwrap 0.11.0'
    """
    pairs = {
        "grader": (theirs.grader, ours.grader),
        "grader's files": (theirs.source[:_SHOWN], ours.source[:_SHOWN]),
        "Python": (theirs.python, ours.python),
        "isolation": (_level(theirs), _level(ours)),
    }
    return "; ".join(
        f"its {what} {_verb(what)} {there}, here {_it(what)} {here}"
        for what, (there, here) in pairs.items()
        if there != here
    )


def _level(of: Facts) -> str:
    return " ".join(filter(None, (of.isolation, of.isolation_version)))


def _verb(what: str) -> str:
    return "are" if what.endswith("files") else "is"


def _it(what: str) -> str:
    return "they are" if what.endswith("files") else "it is"


@functools.cache
def source_digest() -> str:
    """Return a digest of every file that grading depends on."""
    above = Path(graders.__file__).resolve().parent.parent
    whole = hashlib.sha256()
    for room in _ROOMS:
        for path in sorted((above / room).rglob("*")):
            if path.suffix in _KINDS and path.is_file():
                content = hashlib.sha256(path.read_bytes()).digest()
                whole.update(path.relative_to(above).as_posix().encode() + b"\0" + content)
    return whole.hexdigest()


def _version() -> str:
    try:
        return metadata.version("connect-four-kata")
    except metadata.PackageNotFoundError:
        return "unknown"

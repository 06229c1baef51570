"""Keep account of the workers of a scheduler: who is there, who may grade, who has gone silent.

A worker may grade once it was compared with this process (`GradingFacts`), and until it says
nothing for too long. Nothing here knows Dask, or waits.
"""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Mapping
from enum import Enum, auto

import msgspec

from graders.grading.provenance import grader_version
from graders.model.installation import ABOVE
from graders.sandbox import isolation
from graders.sandbox.processes import bubblewrap_version

_ROOMS = ("graders", "kata", "solutions", "positions")
_SUFFIXES = {".py", ".mjs", ".yaml", ".txt"}
_DIGITS_SHOWN = 12


class Members(msgspec.Struct):
    """The workers of a scheduler that were started for us, by their addresses.

    One that says nothing for `patience_s` is frozen, or out of reach: it gets no job until it is
    heard of again.
    """

    patience_s: float
    by_address: dict[str, Member] = msgspec.field(default_factory=dict)
    others: int = 0
    """How many workers were not started for us."""

    def look(self, seen: Mapping[str, SeenWorker], since_s: float) -> MemberChanges:
        """Take in what the scheduler tells, `since_s` seconds after the last time."""
        ours = {address: each for address, each in seen.items() if each.is_ours}
        self.others = len(seen) - len(ours)
        left = tuple(
            self.by_address.pop(address) for address in self.by_address.keys() - ours.keys()
        )
        joined = []
        for address, each in ours.items():
            if address not in self.by_address:
                self.by_address[address] = Member(address, each.heard_at)
                joined.append(self.by_address[address])
        silent = [
            member
            for member in self.by_address.values()
            if self._falls_silent(member, ours, since_s)
        ]
        return MemberChanges(tuple(joined), left, tuple(silent))

    def _falls_silent(self, member: Member, seen: Mapping[str, SeenWorker], since_s: float) -> bool:
        # The clock is the scheduler's, so that a change is all that it tells here.
        heard_at = seen[member.address].heard_at
        if heard_at != member.heard_at:
            member.heard_at, member.silent_s, member.is_silent = heard_at, 0.0, False
            return False
        member.silent_s += since_s
        was, member.is_silent = member.is_silent, member.silent_s >= self.patience_s
        return member.is_silent and not was

    @property
    def able(self) -> int:
        return sum(member.may_grade for member in self.by_address.values())

    @property
    def all_refused(self) -> bool:
        standings = {member.standing for member in self.by_address.values()}
        return standings == {MemberState.REFUSED}

    def next_for_a_job(self, most: int | None = None) -> Member | None:
        """Return who is to get the next job; None where nobody is.

        Whoever has none comes first, as long as fewer than `most` have one; then whoever does one
        and has no other beside it, so that it never waits for us.
        """
        able = [member for member in self.by_address.values() if member.may_grade]
        idle = [member for member in able if not member.jobs]
        if idle and (most is None or len(able) - len(idle) < most):
            return idle[0]
        return next((member for member in able if member.jobs == 1), None)

    def waits_in_vain(self) -> Member | None:
        """Return who has a job beside the one he does, while another has none; None for nobody."""
        able = [member for member in self.by_address.values() if member.may_grade]
        if all(member.jobs for member in able):
            return None
        return next((member for member in able if member.jobs > 1), None)


class MemberState(Enum):
    NEW = auto()
    READY = auto()
    REFUSED = auto()


class Member(msgspec.Struct, eq=False):
    address: str
    heard_at: float
    silent_s: float = 0.0
    """For how long it has said nothing."""
    standing: MemberState = MemberState.NEW
    is_silent: bool = False
    jobs: int = 0
    """How many it was given: it does one, and the next waits beside it."""
    pid: int | None = None

    @property
    def may_grade(self) -> bool:
        return self.standing is MemberState.READY and not self.is_silent


class SeenWorker(msgspec.Struct, frozen=True):
    is_ours: bool
    heard_at: float
    """When it was last heard of, by the scheduler's clock."""


class MemberChanges(msgspec.Struct, frozen=True):
    """Who came, who is gone, and who is there but has gone silent, since the last look."""

    joined: tuple[Member, ...] = ()
    left: tuple[Member, ...] = ()
    silent: tuple[Member, ...] = ()


class GradingFacts(msgspec.Struct, frozen=True):
    """What a verdict depends on beside the submission and the terms, of one process.

    `source` is a digest of the grader's own files and of the shipped suites: two checkouts may
    have the same version. `isolation_version` is bubblewrap's, None where it is not used.
    """

    grader: str
    source: str
    python: str
    isolation: str
    isolation_version: str | None = None


def grading_facts(isolation_asked: str) -> GradingFacts:
    """Find those of this process; raise `IsolationUnavailableError` where it cannot grade."""
    level = isolation.choose_isolation(isolation_asked)
    level.check_may_grade_several()
    return GradingFacts(
        grader=grader_version(),
        source=_source_digest(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        isolation=str(level),
        isolation_version=bubblewrap_version() if level is isolation.Isolation.BWRAP else None,
    )


def differences(theirs: GradingFacts, ours: GradingFacts) -> str:
    """Return how a worker differs from the coordinator, and nothing where it does not.

    >>> ours = GradingFacts("1.0", "a1", "CPython 3.13.1", "bwrap", "0.11.0")
    >>> differences(ours, ours)
    ''
    >>> differences(GradingFacts("1.0", "a1", "CPython 3.11.2", "limits"), ours)
    'its Python is CPython 3.11.2, here it is CPython 3.13.1; its isolation is limits, here it is \
bwrap 0.11.0'
    """
    pairs = {
        "grader": (theirs.grader, ours.grader),
        "grader's files": (theirs.source[:_DIGITS_SHOWN], ours.source[:_DIGITS_SHOWN]),
        "Python": (theirs.python, ours.python),
        "isolation": (_level(theirs), _level(ours)),
    }
    return "; ".join(
        f"its {what} {_verb(what)} {there}, here {_it(what)} {here}"
        for what, (there, here) in pairs.items()
        if there != here
    )


@functools.cache
def _source_digest() -> str:
    whole = hashlib.sha256()
    for room in _ROOMS:
        for path in sorted((ABOVE / room).rglob("*")):
            if path.suffix in _SUFFIXES and path.is_file():
                content = hashlib.sha256(path.read_bytes()).digest()
                whole.update(path.relative_to(ABOVE).as_posix().encode() + b"\0" + content)
    return whole.hexdigest()


def _level(of: GradingFacts) -> str:
    return " ".join(filter(None, (of.isolation, of.isolation_version)))


def _verb(what: str) -> str:
    return "are" if what.endswith("files") else "is"


def _it(what: str) -> str:
    return "they are" if what.endswith("files") else "it is"

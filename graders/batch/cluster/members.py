"""Keep account of the workers of a scheduler: who is there, who may grade, who has gone silent.

Decided from what the scheduler tells at every look; nothing here knows Dask or waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

import msgspec


class Standing(Enum):
    """Name what is known of a worker."""

    NEW = auto()
    READY = auto()
    REFUSED = auto()


class Seen(msgspec.Struct, frozen=True):
    """Hold what the scheduler tells of a worker: whether it was started for us.

    `heard_at` is when it was last heard of, by the scheduler's clock.
    """

    is_ours: bool
    heard_at: float


class Member(msgspec.Struct, eq=False):
    """Hold one worker that was started for us.

    `silent_s` is for how long it has said nothing; `jobs` is how many it was given: it does one,
    and the next waits beside it.
    """

    address: str
    heard_at: float
    silent_s: float = 0.0
    standing: Standing = Standing.NEW
    is_silent: bool = False
    jobs: int = 0
    pid: int | None = None

    @property
    def may_grade(self) -> bool:
        """Tell whether jobs may be given to it."""
        return self.standing is Standing.READY and not self.is_silent


class Changes(msgspec.Struct, frozen=True):
    """Hold what is new: who came, who is gone, and who is there but has gone silent."""

    joined: tuple[Member, ...] = ()
    left: tuple[Member, ...] = ()
    silent: tuple[Member, ...] = ()


class Members(msgspec.Struct):
    """Hold the workers of a scheduler.

    One that says nothing for `patience_s` is frozen, or out of reach: it gets no job until it is
    heard of again. `others` is how many workers were not started for us.
    """

    patience_s: float
    here: dict[str, Member] = msgspec.field(default_factory=dict)
    others: int = 0

    def look(self, seen: Mapping[str, Seen], since_s: float) -> Changes:
        """Take in what the scheduler tells, `since_s` seconds after the last time."""
        ours = {address: each for address, each in seen.items() if each.is_ours}
        self.others = len(seen) - len(ours)
        left = tuple(self.here.pop(address) for address in self.here.keys() - ours.keys())
        joined = []
        for address, each in ours.items():
            if address not in self.here:
                self.here[address] = Member(address, each.heard_at)
                joined.append(self.here[address])
        silent = [
            member for member in self.here.values() if self._falls_silent(member, ours, since_s)
        ]
        return Changes(tuple(joined), left, tuple(silent))

    def _falls_silent(self, member: Member, seen: Mapping[str, Seen], since_s: float) -> bool:
        heard_at = seen[member.address].heard_at
        if heard_at != member.heard_at:
            member.heard_at, member.silent_s, member.is_silent = heard_at, 0.0, False
            return False
        member.silent_s += since_s
        was, member.is_silent = member.is_silent, member.silent_s >= self.patience_s
        return member.is_silent and not was

    @property
    def able(self) -> int:
        """Return how many may be given jobs."""
        return sum(member.may_grade for member in self.here.values())

    @property
    def all_refused(self) -> bool:
        """Tell whether there are workers for us, and none that may ever grade."""
        standings = {member.standing for member in self.here.values()}
        return standings == {Standing.REFUSED}

    def next_for_a_job(self, most: int | None = None) -> Member | None:
        """Return who is to get the next job; None where nobody is.

        Whoever has none comes first, as long as fewer than `most` have one; then whoever does one
        and has no other beside it, so that it never waits for us.
        """
        able = [member for member in self.here.values() if member.may_grade]
        idle = [member for member in able if not member.jobs]
        if idle and (most is None or len(able) - len(idle) < most):
            return idle[0]
        return next((member for member in able if member.jobs == 1), None)

    def waits_in_vain(self) -> Member | None:
        """Return who has a job beside the one he does, while another has none; None for nobody."""
        able = [member for member in self.here.values() if member.may_grade]
        if all(member.jobs for member in able):
            return None
        return next((member for member in able if member.jobs > 1), None)

"""How one file did over time: its graded runs, what broke since the best, and the change."""

from __future__ import annotations

from enum import Enum, auto

import msgspec


class PastRun(msgspec.Struct, frozen=True):
    """One run on all cases, as it compares with the others.

    `score` and `max_score` are of the cases that all runs have in common, and so is the `slowest`
    of them. `hints` were taken since the run before. `at` is UTC, as in `2026-11-22T09:30:00Z`.
    """

    at: str
    sha256: str
    kata: str
    score: int
    max_score: int
    rung: str = ""
    hints: int = 0
    slowest: str = ""
    slowest_s: float = 0.0
    failed: tuple[str, ...] = ()


class Broken(msgspec.Struct, frozen=True):
    """A case that the best run had and the latest has not, and its verdict now."""

    id: str
    verdict: str


class Past(msgspec.Struct, frozen=True):
    """The runs of one file, the earliest first.

    `best` and `runs[-1]` are compared: `best` is the number of the run with the most points, of
    several the latest; None where there is no run on all cases. `left_out` were on some cases only,
    or not to their end, `on_other_terms` on other versions of the suites, or played out where the
    last was not, or the other way round. `hints_since` were taken after the last run. `diff` are
    the lines of a unified diff from the file at its best to the file as it is; None where the
    source of then is not there any more.
    """

    file: str
    kata: str
    runs: tuple[PastRun, ...] = ()
    best: int | None = None
    broke: tuple[Broken, ...] = ()
    diff: tuple[str, ...] | None = ()
    left_out: int = 0
    on_other_terms: int = 0
    hints_since: int = 0

    @property
    def hints(self) -> int:
        return sum(run.hints for run in self.runs) + self.hints_since

    @property
    def is_at_its_best(self) -> bool:
        """Tell whether no run did better than the last one."""
        return self.best is not None and self.best == len(self.runs) - 1


class Turn(Enum):
    """How a case differs from how it did before."""

    ACCEPTED = auto()
    """It was missed, and is accepted."""
    MISSED = auto()
    """It was accepted, and is missed."""
    OTHERWISE = auto()
    """It is missed with another verdict than before."""
    SLOWER = auto()
    FASTER = auto()


class Change(msgspec.Struct, frozen=True):
    """One case that did otherwise than before, in `wall_s` seconds, `by_s` more or fewer."""

    id: str
    turn: Turn
    verdict: str
    before: str
    wall_s: float
    by_s: float

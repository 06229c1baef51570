"""How a submission is run, what it may spend in all, and how the time that it takes is counted.

One budget is made for each submission and goes with its sandboxes: what reads its file, every run
of every case, the repeats and the probes spend from it. Whoever finds it spent is told which limit
that is, and both figures, as an `Ending`.

Of a span of `wall` seconds, in which all processes of the submission used `cpu` seconds and the
machine kept them off their core for some (`Usage.kept_off_s`), there count against a cap
`wall - kept_off`, and never less than `cpu`. So a program that only computes is late after the
same work on an idle and on a busy machine, one that sleeps is late by the clock, and one that
computes in several processes is late once all of them together have used the cap. What a system
does not tell (None) takes nothing off and adds nothing: then wall time counts.
"""

from __future__ import annotations

import time
from pathlib import Path, PurePosixPath

import msgspec

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.model.provenance import PackageUsed
from graders.sandbox.interface import Breach, Gone, Late, ReadOnlyPath, Sandbox, Usage, WireLine
from graders.sandbox.isolation import Isolation

LEAST_S = 0.05
"""With less time than this nothing is begun: a runner takes more before anything is called."""


class ExhaustedError(Exception):
    """Say that there is nothing left to start a process with, and of what: its `ending`."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.kind)
        self.ending = ending


class Budget:
    """Count the seconds, the bytes, the steps and the starts of one submission.

    `seconds` are those that count, of loading and of calls; `bytes` came over the wire; `steps` are
    calls in sessions; `starts` are processes of ours in which its code or its text was taken up.
    """

    def __init__(self, limits: Limits) -> None:
        """Begin with nothing spent; of runs that do not count the seconds may be given back."""
        self.limits = limits
        self.seconds = 0.0
        self.bytes = self.steps = self.starts = 0
        self._over: Ending | None = None

    @property
    def exhausted(self) -> Ending | None:
        """Return which limit has been reached, with both figures; None while there is some left."""
        return self._over or (self.time_is_up if self.left_s < LEAST_S else None)

    @property
    def left_s(self) -> float:
        return max(0.0, self.limits.total_s - self.seconds)

    @property
    def time_is_up(self) -> Ending:
        return Ending(Cause.TOTAL_TIME, limit=self.limits.total_s, used=self.seconds)

    def start(self) -> None:
        """Count one process; raise `ExhaustedError`, counting none, where none may be started."""
        if self.exhausted is None and self.starts >= self.limits.total_starts:
            wanted = self.starts + 1
            self._over = Ending(Cause.TOTAL_STARTS, limit=self.limits.total_starts, used=wanted)
        if self.exhausted is not None:
            raise ExhaustedError(self.exhausted)
        self.starts += 1

    def step(self) -> Ending | None:
        """Count one step of a session; return why it may not be taken, if so."""
        self.steps += 1
        if self.exhausted is None and self.steps > self.limits.total_steps:
            self._over = Ending(Cause.TOTAL_STEPS, limit=self.limits.total_steps, used=self.steps)
        return self.exhausted

    def receive(self, size: int) -> Ending | None:
        """Count the bytes of a reply; return why it may not be read, if so."""
        self.bytes += size
        if self._over is None and self.bytes > self.limits.total_bytes:
            self._over = Ending(Cause.TOTAL_REPLIES, limit=self.limits.total_bytes, used=self.bytes)
            return self._over
        return None


class Settings(msgspec.Struct, frozen=True):
    """How submissions are run: how far apart, within which limits, with what allowed.

    `allowed_from` is the environment that allowed packages come from.
    """

    isolation: Isolation
    limits: Limits = msgspec.field(default_factory=Limits)
    allowed: tuple[Allowed, ...] = ()
    allowed_from: Path | None = None


PATIENCE = 4.0
"""For how many caps, beyond the cap itself, a program may wait for a core."""
_LEAST_GAIN_S = 0.01
"""By less than this a deadline is not put off once more: the kernel counts in lumps."""


class Times(msgspec.Struct, frozen=True):
    """How the time of a span was spent; the fields are those of an `Outcome`."""

    wall_s: float
    cpu_s: float | None
    kept_off_s: float | None = None
    out_of_patience: bool = False

    @property
    def counted_s(self) -> float:
        return max(self.wall_s - (self.kept_off_s or 0.0), self.cpu_s or 0.0)


class Span:
    """One span of a sandbox: from now, or from an earlier marked reading, to its end."""

    def __init__(self, sandbox: Sandbox, since: Usage | None = None) -> None:
        """Begin; `since` is a reading that was marked a moment ago, where there is one."""
        self._sandbox = sandbox
        self._before = since or sandbox.usage(mark=True)
        self._start = time.monotonic()
        self._out_of_patience = False

    def wait(self, cap_s: float) -> WireLine | Gone | Late | Breach:
        """Wait until something comes or the seconds that count have reached the cap.

        The deadline is put off as the machine keeps the program waiting, by `PATIENCE` caps at
        most. Where that was not enough, the outcome says so.
        """
        put_off_s, most_s = 0.0, PATIENCE * cap_s
        while isinstance(got := self._sandbox.wait(self._start + cap_s + put_off_s), Late):
            now = self._sandbox.usage()
            cpu_s = self._cpu_s(now) or 0.0
            kept_off_s = min(now.kept_off_s or 0.0, got.at - self._start - cpu_s)
            self._out_of_patience = cpu_s < cap_s and kept_off_s > most_s + _LEAST_GAIN_S
            if cpu_s >= cap_s or min(kept_off_s, most_s) < put_off_s + _LEAST_GAIN_S:
                return got
            put_off_s = min(kept_off_s, most_s)
        self._out_of_patience = False
        return got

    def end(self, got: WireLine | Gone | Late | Breach) -> tuple[Times, Usage]:
        """Return how the time until `got` came was spent, and a reading that is marked."""
        end = time.monotonic() if isinstance(got, Breach) else got.at
        after = self._sandbox.usage(mark=True, over=not isinstance(got, WireLine))
        times = Times(
            wall_s=max(0.0, end - self._start),
            cpu_s=self._cpu_s(after),
            kept_off_s=after.kept_off_s,
            out_of_patience=self._out_of_patience,
        )
        return times, after

    def _cpu_s(self, now: Usage) -> float | None:
        """Return the CPU seconds since the beginning; None where the system does not tell."""
        if now.cpu_s is None or self._before.cpu_s is None:
            return None
        return max(0.0, now.cpu_s - self._before.cpu_s)


PLACE = PurePosixPath("packages")
"""The folder, below the root, in which a submission finds what it may import."""


class Allowed(msgspec.Struct, frozen=True):
    """A distribution that a submission may import from, and the files to show of it."""

    used: PackageUsed
    shown: tuple[ReadOnlyPath, ...]

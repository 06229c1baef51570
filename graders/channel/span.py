"""Time what a live submission does, net of the time that the machine kept it off its core.

Of a span of `wall` seconds, in which all processes of the submission used `cpu` seconds and the
machine kept them off their core for `waited` seconds (`Usage.kept_off_s`), there count against a
cap `wall - waited`, and never less than `cpu`. So a program that only computes is late after the
same work on an idle and on a busy machine, one that sleeps is late by the clock, and one that
computes in several processes is late once all of them together have used the cap. What a system
does not tell (None) takes nothing off and adds nothing: then wall time counts.
"""

from __future__ import annotations

import time

import msgspec

from graders.sandbox.interface import Box, Breach, Gone, Late, Line, Usage

PATIENCE = 4.0
"""For how many caps, beyond the cap itself, a program may wait for a core."""
_LEAST_GAIN_S = 0.01
"""By less than this a deadline is not put off once more: the kernel counts in lumps."""


class Times(msgspec.Struct, frozen=True):
    """Hold how the time of a span was spent; the fields are those of an `Outcome`."""

    wall_s: float
    cpu_s: float | None
    waited_s: float | None = None
    out_of_patience: bool = False

    @property
    def counted_s(self) -> float:
        """Return the seconds that count, as those of an `Outcome`."""
        return max(self.wall_s - (self.waited_s or 0.0), self.cpu_s or 0.0)


class Span:
    """Hold one span of a sandbox: from now, or from an earlier marked reading, to its end."""

    def __init__(self, box: Box, since: Usage | None = None) -> None:
        """Begin; `since` is a reading that was marked a moment ago, where there is one."""
        self._box = box
        self._before = since or box.usage(mark=True)
        self._start = time.monotonic()
        self._out_of_patience = False

    def wait(self, cap_s: float) -> Line | Gone | Late | Breach:
        """Wait until something comes or the seconds that count have reached the cap.

        The deadline is put off as the machine keeps the program waiting, by `PATIENCE` caps at
        most. Where that was not enough, the outcome says so.
        """
        put_off_s, most_s = 0.0, PATIENCE * cap_s
        while isinstance(got := self._box.wait(self._start + cap_s + put_off_s), Late):
            now = self._box.usage()
            cpu_s = self._cpu_s(now) or 0.0
            waited_s = min(now.kept_off_s or 0.0, got.at - self._start - cpu_s)
            self._out_of_patience = cpu_s < cap_s and waited_s > most_s + _LEAST_GAIN_S
            if cpu_s >= cap_s or min(waited_s, most_s) < put_off_s + _LEAST_GAIN_S:
                return got
            put_off_s = min(waited_s, most_s)
        self._out_of_patience = False
        return got

    def end(self, got: Line | Gone | Late | Breach) -> tuple[Times, Usage]:
        """Return how the time until `got` came was spent, and a reading that is marked."""
        end = time.monotonic() if isinstance(got, Breach) else got.at
        after = self._box.usage(mark=True, over=not isinstance(got, Line))
        times = Times(
            wall_s=max(0.0, end - self._start),
            cpu_s=self._cpu_s(after),
            waited_s=after.kept_off_s,
            out_of_patience=self._out_of_patience,
        )
        return times, after

    def _cpu_s(self, now: Usage) -> float | None:
        """Return the CPU seconds since the beginning; None where the system does not tell."""
        if now.cpu_s is None or self._before.cpu_s is None:
            return None
        return max(0.0, now.cpu_s - self._before.cpu_s)

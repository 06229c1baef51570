"""Hold what one submission may spend in all, and what it has spent so far.

One budget is made for each submission and goes with its sandboxes: what reads its file, every run
of every case, the repeats and the probes spend from it. Whoever finds it spent is told which limit
that is, and both figures, as an `Ending`.
"""

from __future__ import annotations

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits

LEAST_S = 0.05
"""With less time than this nothing is begun: a runner takes more before anything is called."""


class SpentError(Exception):
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
    def spent(self) -> Ending | None:
        """Return which limit has been reached, with both figures; None while there is some left."""
        return self._over or (self.time_is_up if self.left_s < LEAST_S else None)

    @property
    def left_s(self) -> float:
        """Return how many seconds are left."""
        return max(0.0, self.limits.total_s - self.seconds)

    @property
    def time_is_up(self) -> Ending:
        """Return the ending of what took the last of the seconds."""
        return Ending(Cause.TOTAL_TIME, limit=self.limits.total_s, used=self.seconds)

    def start(self) -> None:
        """Count one process; raise `SpentError`, and count none, where it may not be started."""
        if self.spent is None and self.starts >= self.limits.total_starts:
            wanted = self.starts + 1
            self._over = Ending(Cause.TOTAL_STARTS, limit=self.limits.total_starts, used=wanted)
        if self.spent is not None:
            raise SpentError(self.spent)
        self.starts += 1

    def step(self) -> Ending | None:
        """Count one step of a session; return why it may not be taken, if so."""
        self.steps += 1
        if self.spent is None and self.steps > self.limits.total_steps:
            self._over = Ending(Cause.TOTAL_STEPS, limit=self.limits.total_steps, used=self.steps)
        return self.spent

    def receive(self, size: int) -> Ending | None:
        """Count the bytes of a reply; return why it may not be read, if so."""
        self.bytes += size
        if self._over is None and self.bytes > self.limits.total_bytes:
            self._over = Ending(Cause.TOTAL_REPLIES, limit=self.limits.total_bytes, used=self.bytes)
            return self._over
        return None

"""Decide when a run begins and when one is cancelled, from saves and keys and the time."""

from __future__ import annotations

SETTLE_S = 0.03
"""For so long nothing more may be written before a save is taken for whole."""
EMPTY_S = 0.3
"""The same for an empty file, which an editor that cuts and writes is about to fill."""
BURST_S = 1.0
"""A save that comes so soon after a run was begun is one of several."""
CALM_S = 0.2
"""For so long there have to be no more of them before the next run begins."""


class Schedule:
    """Keep when the next run is due. Times are seconds of any clock that goes forwards.

    The first save of several is graded at once, as most come alone. One that comes soon after has
    to cancel that run, and then the next waits until the saves are over: so any number of saves
    in a row make two runs, the second of what was saved last.
    """

    def __init__(self) -> None:
        """Begin with nothing due and nothing running."""
        self._due: float | None = None
        self._running: str | None = None
        self._ending = False
        self._begun = 0.0
        self._burst: float | None = None

    @property
    def is_running(self) -> bool:
        """Tell whether a run has not yet come to its end, cancelled or not."""
        return self._running is not None

    def ask(self, now: float) -> bool:
        """Let a run begin as soon as it may; tell whether what is running has to be cancelled."""
        self._due = now
        return self._cut()

    def saved(self, now: float, content: str, *, empty: bool = False) -> bool:
        """Note that the file holds `content`; tell whether what is running has to be cancelled.

        While just that content is being graded there is nothing to do.
        """
        if content == self._running and not self._ending:
            self._due = None
            return False
        early = self.is_running and now - self._begun < BURST_S
        if early or (self._burst is not None and now - self._burst < BURST_S):
            self._burst = now
        quiet_s = SETTLE_S if self._burst is None else CALM_S
        self._due = now + (max(quiet_s, EMPTY_S) if empty else quiet_s)
        return self._cut()

    def forget(self) -> None:
        """Let nothing be due, as there is no file to grade."""
        self._due = None

    def wait_s(self, now: float) -> float | None:
        """Return for how long there is nothing to do unless something comes; None: for ever."""
        if self._due is None or self.is_running:
            return None
        return max(0.0, self._due - now)

    def is_due(self, now: float) -> bool:
        """Tell whether a run is to begin now."""
        return self._due is not None and not self.is_running and now >= self._due

    def begun(self, now: float, content: str) -> None:
        """Note that a run of that content has begun."""
        self._due, self._running, self._ending = None, content, False
        self._begun, self._burst = now, None if self._is_calm(now) else self._burst

    def over(self) -> None:
        """Note that what was running has come to its end."""
        self._running, self._ending = None, False

    def _cut(self) -> bool:
        cut = self.is_running and not self._ending
        self._ending = self._ending or cut
        return cut

    def _is_calm(self, now: float) -> bool:
        return self._burst is None or now - self._burst >= CALM_S

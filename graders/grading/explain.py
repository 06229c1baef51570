"""Work out why a case was missed while the next one runs: beside what is timed, never on its core.

The thread that does it starts when the next sandbox has its place, on the cores beside that place
which nobody has leased. Where there is none, as on a machine with one core or where graders have
leased them all, the work is done there and then, on the core of that place: nothing is timed on it
yet. And where nothing is run any more, it is done when the result is asked for.

Python runs one thread at a time. So that the clock of a case is not stopped late because this
thread has its turn, turns are short while it works.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from graders.model.scorecard import Result
from graders.sandbox import machine
from graders.sandbox.leases import Lease, free_beside

TURN_S = 0.0002
"""How long a thread has its turn while something is worked out aside; it is 5 ms otherwise."""


class GradedCase(msgspec.Struct, frozen=True):
    result: Result
    explain: Callable[[], Result] | None = None


class Explainer:
    """What is graded and not yet delivered: at most one is being explained at a time."""

    def __init__(self) -> None:
        self._waiting: deque[_ExplainJob] = deque()

    def keep_off(self, place: Lease) -> None:
        """Let what is worked out keep off a place in which something is about to be timed."""
        for work in self._waiting:
            cores = free_beside(place)
            if cores:
                work.go_on(cores)
            else:
                work.end_on(place.cores.submission)

    def explained_in_order(self, graded: Iterable[GradedCase]) -> Iterator[Result]:
        """Yield each result with its explanation, at the latest when the next one is graded.

        `KeyboardInterrupt` goes through once everything that was graded is delivered; a second one
        leaves out the explanation that it interrupts.
        """
        try:
            for each in graded:
                self._waiting.append(_ExplainJob(each))
                while len(self._waiting) > 1 or (self._waiting and self._waiting[0].is_over):
                    yield self._deliver_first()
            while self._waiting:
                yield self._deliver_first()
        except KeyboardInterrupt:
            while self._waiting:
                yield self._deliver_unexplained()
            raise

    def _deliver_first(self) -> Result:
        result = self._waiting[0].result()  # where this is interrupted, it is still there
        self._waiting.popleft()
        return result

    def _deliver_unexplained(self) -> Result:
        try:
            return self._deliver_first()
        except KeyboardInterrupt:
            return self._waiting.popleft().unexplained


class _ExplainJob:
    """Explain one result: in a thread of its own once told on which cores, or else when asked."""

    def __init__(self, graded: GradedCase) -> None:
        self.unexplained = graded.result
        self._explain = graded.explain
        self._found: Result | None = None if graded.explain else graded.result
        self._thread: threading.Thread | None = None

    @property
    def is_over(self) -> bool:
        return self._found is not None

    def go_on(self, cores: tuple[int, ...]) -> None:
        if self.is_over:
            return
        if self._thread is None:
            thread = threading.Thread(target=self._run, args=(cores,), daemon=True)
            with suppress(RuntimeError):  # where none can be started it is done when asked for
                thread.start()
                self._thread = thread
        elif self._thread.native_id is not None:
            machine.move_thread(self._thread.native_id, cores)

    def end_on(self, cores: tuple[int, ...]) -> None:
        if not self.is_over and self._thread is not None:
            self.go_on(cores)
        with machine.on_cores(cores):
            self.result()

    def result(self) -> Result:
        if self._thread is not None:
            self._thread.join()
        if self._found is None:
            assert self._explain is not None
            self._found = self._explain()
        return self._found

    def _run(self, cores: tuple[int, ...]) -> None:
        assert self._explain is not None
        with machine.on_cores(cores), _short_turns():
            self._found = self._explain()


_turns = threading.Lock()
_usual_turns_s: list[float] = []
"""How long turns are otherwise, once for each thread for which they are short now."""


@contextmanager
def _short_turns() -> Iterator[None]:
    """Let the threads of this process take short turns, until the last that asked for it ends."""
    with _turns:
        _usual_turns_s.append(_usual_turns_s[0] if _usual_turns_s else sys.getswitchinterval())
        sys.setswitchinterval(TURN_S)
    try:
        yield
    finally:
        with _turns:
            usual_s = _usual_turns_s.pop()
            if not _usual_turns_s:
                sys.setswitchinterval(usual_s)

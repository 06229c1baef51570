"""Show on stderr how far a batch is: live lines on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, TextIO

from rich.console import Console, Group
from rich.text import Text

from graders.model.scorecard import Scorecard
from graders.reports.awaited import WORDS
from graders.reports.leaderboard_text import in_brief, named, outcome
from graders.sandbox.leases import What

if TYPE_CHECKING:
    from rich.live import Live

EVERY_S = 30.0
"""How often there is a line where nobody looks on."""
_REDRAWN_S = 0.25
_LEAST_FOR_ETA = 3
_BAR = 30
_NAME = 32


class Handed(Protocol):
    """Say which submission is meant: what of a job is of interest here."""

    @property
    def number(self) -> int:
        """Return its place in the batch."""


class Back(Protocol):
    """Say what came back of one."""

    @property
    def card(self) -> Scorecard:
        """Return the scorecard."""

    @property
    def doubtful(self) -> bool:
        """Tell whether it is to be repeated alone."""


class BatchProgress:
    """Take note of what is handed out and what comes back, and show it; a `Watching`."""

    def __init__(
        self,
        candidates: Mapping[int, str],
        *,
        finished: int = 0,
        alone: Collection[int] = (),
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Show the submissions by their number, of which so many are `finished` already.

        Those `alone` have a result, too, which is in doubt.
        """
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._candidates, self._before = candidates, finished
        self._running: dict[int, float] = {}
        self._waiting: dict[int, What] = {}
        self._outcomes: dict[int, str] = {}
        self._at_fault: set[int] = set()
        self._had = frozenset(alone)
        self._in_doubt = set(alone)
        self._began_s = self._told_s = self._drawn_s = clock()
        self._live: Live | None = None

    def __enter__(self) -> BatchProgress:
        console = Console(file=self._stream)
        if console.is_terminal and not console.is_dumb_terminal:
            from rich.live import Live  # noqa: PLC0415  # slow to load, and not for a pipe

            # No refresh thread: it would take the core from what is being timed.
            self._live = Live(console=console, transient=True, auto_refresh=False)
            self._live.start()
            self._redraw()
        else:
            already = f", {self._before} of them done already" if self._before else ""
            self._say(f"{_submissions(len(self._candidates))}{already}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            with suppress(OSError):  # the terminal is gone, and nothing depends on these lines
                self._live.stop()

    def began(self, job: Handed) -> None:
        """Take note that a submission is being graded from now on."""
        self._running[job.number] = self._clock()

    def ended(self, job: Handed, graded: Back | None) -> None:
        """Take note of what came of it; None where nothing did."""
        self._running.pop(job.number, None)
        self._waiting.pop(job.number, None)
        if self._is_done(job.number):
            self._in_doubt.discard(job.number)
        elif graded is not None and graded.doubtful:
            self._in_doubt.add(job.number)
        card = None if graded is None else graded.card
        if card is not None and not card.grader_errors:
            self._outcomes[job.number] = outcome(card)
            self._at_fault.discard(job.number)
        elif job.number not in self._outcomes:
            self._at_fault.add(job.number)

    def waits(self, number: int, what: What | None) -> None:
        """Take note of what a submission under way waits for; None once that is over.

        May be called in any thread.
        """
        if what is None:
            self._waiting.pop(number, None)
        else:
            self._waiting[number] = what

    def waited(self) -> None:
        """Show what there is to show, if it is time to."""
        now = self._clock()
        if self._live is not None:
            if now - self._drawn_s >= _REDRAWN_S:
                self._drawn_s = now
                self._redraw()
        elif now - self._told_s >= EVERY_S:
            self._told_s = now
            self._say("; ".join(self.facts()))

    @property
    def done(self) -> int:
        """Return how many have a result that stands."""
        return self._before + len(self._had | self._outcomes.keys())

    def _is_done(self, number: int) -> bool:
        return number in self._had or number in self._outcomes

    def facts(self) -> Iterator[str]:
        """Say how far it is, what came of them so far, and who keeps the others waiting."""
        left = f", {eta}" if (eta := self._eta()) else ""
        yield f"{self.done} of {len(self._candidates)} done{left}"
        if self._outcomes:
            yield in_brief(Counter(self._outcomes.values()))
        if self._at_fault:
            yield f"{len(self._at_fault)} could not be graded so far"
        if self._running:
            yield self._slowest()
        yield from self._awaited()
        if again := len(self._in_doubt - self._running.keys()):
            yield f"{again} to be measured again, alone: the machine kept them waiting"

    def _awaited(self) -> Iterator[str]:
        for what, count in Counter(self._waiting.copy().values()).items():
            yield f"{WORDS[what]}: {_submissions(count)}"

    def _slowest(self) -> str:
        number = min(self._running, key=lambda each: self._running[each])
        name = named(self._candidates.get(number, ""), _NAME)
        since = in_time(self._clock() - self._running[number])
        others = len(self._running) - 1
        more = f" and {others} more" if others else ""
        if self._is_done(number):
            return f"measured again, alone: {name}, for {since}"
        return f"running: {name} for {since}{more}"

    def _eta(self) -> str:
        done, left = len(self._outcomes), len(self._candidates) - self.done
        if done < _LEAST_FOR_ETA or left <= 0:
            return ""
        return f"about {in_time((self._clock() - self._began_s) / done * left)} left"

    def _redraw(self) -> None:
        if self._live is None:
            return
        from rich.progress_bar import ProgressBar  # noqa: PLC0415  # as `Live`
        from rich.table import Table  # noqa: PLC0415

        head, *others = self.facts()
        first = Table.grid(padding=(0, 2))
        first.add_row(ProgressBar(len(self._candidates), self.done, width=_BAR), Text(head))
        lines = [Text(each, style="dim") for each in others]
        with suppress(OSError):  # as in `__exit__`
            self._live.update(Group(first, *lines), refresh=True)

    def _say(self, sentence: str) -> None:
        with suppress(OSError):  # as in `__exit__`
            self._stream.write(f"kata: {sentence}\n")
            self._stream.flush()


def in_time(seconds: float) -> str:
    """Write a time as a person would.

    >>> in_time(7.4), in_time(130), in_time(8000)
    ('7 s', '2 min', '2 h 13 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _submissions(number: int) -> str:
    return "1 submission" if number == 1 else f"{number} submissions"

"""Show on stderr how far a long run is: live on a terminal, elsewhere a line now and then.

A bar for steps, parts for a run of several stages, and a batch with what its submissions wait for.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Protocol, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from graders.model.progress import Bar, Quiet
from graders.model.scorecard import Scorecard
from graders.reports.leaderboard import in_brief, outcome, shortened_name
from graders.reports.score import count
from graders.reports.waiting import WORDS
from graders.sandbox.leases import What


class _Shown:
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)

    def now(self, what: str) -> None:
        self._progress.update(self._task, description=what)
        self._progress.refresh()

    def advance(self, steps: int = 1) -> None:
        self._progress.advance(self._task, steps)
        self._progress.refresh()


@contextmanager
def bar(total: int, console: Console | None = None) -> Iterator[Bar]:
    """Show a bar of `total` steps on stderr while the context lasts, then wipe it.

    Where stderr is no terminal nothing is written at all.

    >>> with bar(2, Console(file=None, stderr=True, force_terminal=False)) as progress:
    ...     progress.now("first")
    ...     progress.advance()
    """
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield Quiet()
        return
    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("{task.description}"))
    # No refresh thread: it would take the core from what is being timed.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        yield _Shown(progress, total)


EVERY_S = 30.0  # how often there is a line where nobody looks on
_REDRAWN_S = 0.25
_BAR = 20


class _Display:
    """One live block on a terminal, elsewhere a line now and then."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float]) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._began_s = self._told_s = self._drawn_s = clock()
        console = Console(file=self._stream)
        self._console = console
        self._is_on_terminal = console.is_terminal and not console.is_dumb_terminal
        self._live: Live | None = None

    def _open(self) -> None:
        # No refresh thread: it would take the core from what is being timed.
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._live.start()
        self._drawn_s = -_REDRAWN_S

    def _close(self) -> None:
        if self._live is not None:
            with suppress(OSError):  # the terminal is gone, and nothing depends on these lines
                self._live.stop()
            self._live = None

    def _show(self, drawn: Callable[[], RenderableType], sentence: Callable[[], str]) -> None:
        now = self._clock()
        if self._live is not None:
            if now - self._drawn_s >= _REDRAWN_S:
                self._drawn_s = now
                with suppress(OSError):  # as in `_close`
                    self._live.update(drawn(), refresh=True)
        elif now - self._told_s >= EVERY_S:
            self._told_s = now
            self._say(sentence())

    def _say(self, sentence: str) -> None:
        with suppress(OSError):  # as in `_close`
            self._stream.write(f"kata: {sentence}\n")
            self._stream.flush()

    def _since(self) -> str:
        return in_time(self._clock() - self._began_s)


class PartsProgress(_Display):
    """Show one part after another; a part is so many pieces, of which several are under way."""

    def __init__(
        self, *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(stream, clock)

    def say_beforehand(self, sentence: str) -> None:
        """Say what is to come where nobody looks on, and so no live line says it."""
        if not self._is_on_terminal:
            self._say(sentence)

    @contextmanager
    def part(self, name: str, pieces: int) -> Iterator[Part]:
        part = Part(name, pieces, self._show_part)
        try:
            if self._is_on_terminal:
                self._open()
                part.waited()
            yield part
        finally:
            self._close()

    def _show_part(self, part: Part) -> None:
        self._show(lambda: self._drawn(part), lambda: self._in_words(part))

    def _drawn(self, part: Part) -> RenderableType:
        head = f"{self._since()}  {part.done}/{part.pieces} {part.name}"
        line = Table.grid(padding=(0, 1), expand=True)
        line.add_column(width=_BAR)
        line.add_column(width=len(head))
        line.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        bar = ProgressBar(part.pieces, part.done, width=_BAR)
        line.add_row(bar, Text(head), Text("  ".join(part.under_way), style="dim"))
        return line

    def _in_words(self, part: Part) -> str:
        at_work = ", ".join(part.under_way)
        done = f"{part.name}: {part.done} of {part.pieces} after {self._since()}"
        return f"{done}; now {at_work}" if at_work else done


class Part:
    def __init__(self, name: str, pieces: int, show: Callable[[Part], None]) -> None:
        self.name, self.pieces, self.done = name, pieces, 0
        self._show = show
        self._under_way: dict[int, str] = {}

    @property
    def under_way(self) -> list[str]:
        return list(self._under_way.values())

    def now(self, number: int, what: str) -> None:
        self._under_way[number] = what

    def ended(self, number: int) -> None:
        self._under_way.pop(number, None)
        self.done += 1

    def waited(self) -> None:
        self._show(self)


_LEAST_FOR_ETA = 3
_BATCH_BAR = 30
_NAME = 32


class NumberedJob(Protocol):
    @property
    def number(self) -> int: ...


class GradedJob(Protocol):
    @property
    def card(self) -> Scorecard: ...

    @property
    def doubtful(self) -> bool: ...

    @property
    def refused(self) -> str: ...


class BatchProgress(_Display):
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
        super().__init__(stream, clock)
        self._candidates, self._before = candidates, finished
        self._running: dict[int, float] = {}
        self._waiting: dict[int, What] = {}
        self._outcomes: dict[int, str] = {}
        self._at_fault: set[int] = set()
        self._had = frozenset(alone)
        self._in_doubt = set(alone)

    def __enter__(self) -> BatchProgress:
        if self._is_on_terminal:
            self._open()
            self.waited()
        else:
            whole = len(self._candidates)
            left = f", {whole - self._before} of them to be graded" if self._before else ""
            self._say(f"{count(whole, 'submission')}{left}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def began(self, job: NumberedJob) -> None:
        self._running[job.number] = self._clock()

    def ended(self, job: NumberedJob, graded: GradedJob | None) -> None:
        """Take note of what came of it; None where nothing did."""
        self._running.pop(job.number, None)
        self._waiting.pop(job.number, None)
        if self._is_done(job.number):
            self._in_doubt.discard(job.number)
        elif graded is not None and graded.doubtful:
            self._in_doubt.add(job.number)
        card = None if graded is None else graded.card
        if card is not None and not card.grader_errors:
            refused = graded is not None and graded.refused
            self._outcomes[job.number] = "not graded" if refused else outcome(card)
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
        self._show(self._drawn, lambda: "; ".join(self.facts()))

    @property
    def done(self) -> int:
        return self._before + len(self._had | self._outcomes.keys())

    def _is_done(self, number: int) -> bool:
        return number in self._had or number in self._outcomes

    def facts(self) -> Iterator[str]:
        left = f", {eta}" if (eta := self._eta()) else ""
        yield f"{self.done} of {len(self._candidates)} done{left}"
        if self._outcomes:
            yield in_brief(Counter(self._outcomes.values()))
        if self._at_fault:
            yield f"{len(self._at_fault)} could not be graded so far"
        waiting = self._waiting.copy()
        if at_work := self._running.keys() - waiting.keys():
            yield self._slowest(at_work)
        for what, number in Counter(waiting.values()).items():
            yield f"{WORDS[what]}: {count(number, 'submission')}"
        if again := len(self._in_doubt - self._running.keys()):
            yield f"{again} to be measured again, alone: the machine kept them waiting"

    def _slowest(self, at_work: Collection[int]) -> str:
        number = min(at_work, key=lambda each: self._running[each])
        name = shortened_name(self._candidates.get(number, ""), _NAME)
        since = in_time(self._clock() - self._running[number])
        others = len(at_work) - 1
        more = f" and {others} more" if others else ""
        if self._is_done(number):
            return f"measured again, alone: {name}, for {since}"
        return f"running: {name} for {since}{more}"

    def _eta(self) -> str:
        done, left = len(self._outcomes), len(self._candidates) - self.done
        if done < _LEAST_FOR_ETA or left <= 0:
            return ""
        return f"about {in_time((self._clock() - self._began_s) / done * left)} left"

    def _drawn(self) -> RenderableType:
        head, *others = self.facts()
        first = Table.grid(padding=(0, 2))
        first.add_row(ProgressBar(len(self._candidates), self.done, width=_BATCH_BAR), Text(head))
        return Group(first, *(Text(each, style="dim") for each in others))


def in_time(seconds: float) -> str:
    """Write a time as a person would.

    >>> in_time(7.4), in_time(130), in_time(8000)
    ('7 s', '2 min', '2 h 13 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

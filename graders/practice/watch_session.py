"""Watch one file: take saves, keys, signals and results as they come, one at a time, and grade it.

A session takes the events, a schedule says when a run begins or is cancelled, a run grades in a
thread of its own.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec.structs import asdict, replace

from graders.grading.grade_file import Start, grade_file
from graders.model.exit_codes import INTERRUPTED, OK, TERMINATED
from graders.model.history import Change, Turn
from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Content
from graders.model.suite import Case
from graders.model.usage_error import UsageError
from graders.practice.run_history import CaseRun, graded_run
from graders.practice.watch_events import (
    END,
    ENTER,
    INTERRUPT,
    file_state,
    lines_as_keys,
    saves,
    single_keys,
)
from graders.sandbox.interrupts import Cancellation

SIGNALS = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
SETTLE_S = 0.03
"""Seconds without a further write after which a save counts as complete."""
EMPTY_S = 0.3
"""The same for an empty file, which an editor that cuts and writes is about to fill."""
BURST_S = 1.0
"""A save that comes so soon after a run was begun is one of several."""
CALM_S = 0.2
"""Seconds without a further save after which the next run begins."""
NOTABLE_S = 0.1
NOTABLE_SHARE = 0.2
"""A time that differs by less of the longer one, or by fewer seconds, is the same time."""
_ORDER = (Turn.MISSED, Turn.ACCEPTED, Turn.OTHERWISE, Turn.SLOWER, Turn.FASTER)
_SAVED = "saved"


class RunOptions(msgspec.Struct, frozen=True):
    """Which file to grade and how: the arguments of `grade_file` of these names.

    The cases in `first` come before the others. `content` is graded in place of what lies there.
    """

    file: Path
    kata: str | None = None
    cap_s: float | None = None
    isolation: str = "auto"
    allow: tuple[str, ...] = ()
    allow_from: Path | None = None
    variants: bool = False
    stretch: bool = False
    play_out: bool | None = None
    first: tuple[str, ...] = ()
    entry: str | None = None
    content: Content | None = None


class WatchOptions(msgspec.Struct, frozen=True):
    """How to watch: with a watcher or by Enter alone, by single keys or lines.

    `remember` keeps a whole run, `hint` returns what is to be told next about one, `again` what was
    told before.
    `before` is what is known of each case from earlier.
    """

    watches: bool
    single_keys: bool
    remember: Callable[[Scorecard], None]
    hint: Callable[[Scorecard], str]
    again: Callable[[Scorecard], str]
    before: dict[str, CaseRun]


class WatchView(Protocol):
    """What shows a file that is watched: it is told of all that happens, in the event loop."""

    def begin(self, asked: RunOptions) -> None: ...

    def started(self, start: Start) -> None: ...

    def case_started(self, case: Case) -> None: ...

    def case_finished(self, result: Result) -> None: ...

    def finish(self, scorecard: Scorecard, changed: tuple[Change, ...] | None) -> None: ...

    def say(self, sentence: str) -> None: ...

    def first_failure(self, scorecard: Scorecard) -> None: ...

    def cases(self, latest: Mapping[str, CaseRun]) -> None: ...

    def keys(self) -> None:
        """Say what can be done now; after a run, which is in the history by then."""

    def leave(self) -> None:
        """Clear whatever was temporary; nothing is shown after this."""


class WatchSession:
    def __init__(self, wanted: RunOptions, shows: WatchView, options: WatchOptions) -> None:
        self._wanted, self._shows, self._options = wanted, shows, options
        self._latest = dict(options.before)
        self._scorecard: Scorecard | None = None
        self._schedule = Schedule()
        self._seen = file_state(wanted.file)
        self._run: WatchedRun | None = None
        self._cancelled = False

    async def watch(self) -> int:
        """Grade at once and after every save until somebody ends it; return the exit code."""
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[object] = asyncio.Queue()
        listen = single_keys if self._options.single_keys else lines_as_keys
        with ThreadPoolExecutor(1) as self._pool, self._signals(), listen(self._on_key):
            watcher = asyncio.create_task(self._watch_saves()) if self._options.watches else None
            try:
                self._schedule.ask(self._now())
                return await self._take_events()
            finally:
                self._shows.leave()
                if self._run is not None:
                    self._run.cancel()
                if watcher is not None:
                    watcher.cancel()
                    with suppress(asyncio.CancelledError):
                        await watcher

    def press(self, key: str) -> None:
        """Do what a key is for, from any thread, once the session watches."""
        self._on_key(key)

    async def _take_events(self) -> int:
        while True:
            self._begin_if_due()
            event = await self._next()
            if isinstance(event, _Stop):
                return event.code
            if isinstance(event, _Failed):
                raise event.error
            if isinstance(event, _Key):
                code = self._handle_key(event.name)
                if code is not None:
                    return code
            elif event == _SAVED:
                self._handle_save()
            elif isinstance(event, tuple) and event[0] is self._run:
                self._handle_run_event(event[1])

    async def _next(self) -> object:
        """Return what comes next; None where it is time to look what is due."""
        wait_s = self._schedule.wait_s(self._now())
        try:
            return await asyncio.wait_for(self._events.get(), wait_s)
        except TimeoutError:
            return None

    def _begin_if_due(self) -> None:
        if not self._schedule.is_due(self._now()):
            return
        self._seen = file_state(self._wanted.file)
        if self._seen is None:
            self._schedule.forget()
            self._shows.say(f"{self._wanted.file} is gone; it will be graded when it is back")
            return
        failing = tuple(name for name, case in self._latest.items() if not case.accepted)
        self._cancelled = False
        wanted = replace(self._wanted, first=failing)
        self._run = WatchedRun(wanted, self._on_run_event)
        self._schedule.begun(self._now(), self._seen.content)
        self._pool.submit(self._run).add_done_callback(self._check)
        self._shows.begin(wanted)  # before anything of it is heard, as that comes by the loop

    def _on_run_event(self, run: WatchedRun, happening: Happening) -> None:
        self._loop.call_soon_threadsafe(self._events.put_nowait, (run, happening))

    def _check(self, done: object) -> None:
        error = done.exception()  # type: ignore[attr-defined]
        if error is not None:
            self._loop.call_soon_threadsafe(self._events.put_nowait, _Failed(error))

    def _handle_run_event(self, happening: Happening) -> None:
        if isinstance(happening, RunEnded):
            self._schedule.over()
            self._run = None
            if not self._cancelled:
                self._run_ended(happening)
        elif self._cancelled:
            return
        elif isinstance(happening, Start):
            self._shows.started(happening)
        elif isinstance(happening, Case):
            self._shows.case_started(happening)
        else:
            self._shows.case_finished(happening)

    def _run_ended(self, ended: RunEnded) -> None:
        scorecard = ended.scorecard
        if scorecard is None:
            self._shows.say(ended.refused or "the run was interrupted; Enter starts another")
            self._wanted = replace(self._wanted, stretch=False)
            return
        self._scorecard = scorecard
        now = graded_run(self._wanted.file, None, scorecard).cases
        before = on_the_same_terms(self._latest, now)
        changed = changes(before, now) if before else None
        self._shows.finish(scorecard, changed)
        self._latest.update({case.id: case for case in now if case.id in self._case_ids(scorecard)})
        self._options.remember(scorecard)
        self._shows.keys()

    def _case_ids(self, scorecard: Scorecard) -> set[str]:
        return {result.id for result in scorecard.results if result.cap_s}

    def _handle_save(self) -> None:
        found = file_state(self._wanted.file)
        if found is None or found == self._seen:
            return  # about to be put in place, or nothing was written
        self._seen = found
        if self._schedule.saved(self._now(), found.content, empty=found.is_empty):
            self._cancel()

    def _cancel(self) -> None:
        if self._run is not None and not self._cancelled:
            self._cancelled = True
            self._run.cancel()

    def _handle_key(self, key: str) -> int | None:
        """Do what a key is for; return the exit code where that is to leave."""
        if key == INTERRUPT:
            return INTERRUPTED
        if key == "q" or (key == END and (self._options.single_keys or not self._options.watches)):
            return OK
        if key == "v":
            self._switch(variants=not self._wanted.variants)
        elif key == "s":
            self._switch(stretch=not self._wanted.stretch)
        elif key == ENTER:
            self._run_again()
        elif key == "l":
            self._shows.cases(self._latest)
        elif key == "f":
            self._with_last_scorecard(self._shows.first_failure)
        elif key in ("h", "a"):
            told = self._options.hint if key == "h" else self._options.again
            self._with_last_scorecard(lambda scorecard: self._shows.say(told(scorecard)))
        elif key != END:
            self._shows.keys()
        return None

    def _with_last_scorecard(self, tell: Callable[[Scorecard], None]) -> None:
        if self._scorecard is None:
            self._shows.say("no run has finished yet")
        else:
            tell(self._scorecard)

    def _switch(self, **options: bool) -> None:
        self._wanted = replace(self._wanted, **options)
        self._run_again()

    def _run_again(self) -> None:
        if self._schedule.ask(self._now()):
            self._cancel()

    async def _watch_saves(self) -> None:
        try:
            async for _ in saves(self._wanted.file):
                self._events.put_nowait(_SAVED)
        except (OSError, RuntimeError) as error:
            self._options = replace(self._options, watches=False)
            self._shows.say(f"saves cannot be watched here ({error}): press Enter after each")

    def _on_key(self, key: str) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits for keys any more
            self._loop.call_soon_threadsafe(self._events.put_nowait, _Key(key))

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Let Ctrl-C and SIGTERM end it in good order; what was ignored stays ignored."""
        before = {}
        try:
            for number, code in SIGNALS.items():
                if signal.getsignal(number) is not signal.SIG_IGN:
                    before[number] = signal.signal(number, self._stops_with(code))
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stops_with(self, code: int) -> Callable[[int, object], None]:
        def stop(number: int, frame: object) -> None:
            self._loop.call_soon_threadsafe(self._events.put_nowait, _Stop(code))

        return stop

    def _now(self) -> float:
        return self._loop.time()


class _Stop(msgspec.Struct, frozen=True):
    code: int


class _Key(msgspec.Struct, frozen=True):
    name: str


class _Failed(msgspec.Struct, frozen=True):
    error: BaseException


class Schedule:
    """Keep when the next run is due. Times are seconds of any clock that goes forwards.

    The first save of several is graded at once, as most come alone. One that comes soon after has
    to cancel that run, and then the next waits until the saves are over: so any number of saves
    in a row make two runs, the second of what was saved last.
    """

    def __init__(self) -> None:
        self._due: float | None = None
        self._running: str | None = None
        self._ending = False
        self._begun = 0.0
        self._burst: float | None = None

    @property
    def is_running(self) -> bool:
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
        self._due = None

    def wait_s(self, now: float) -> float | None:
        """Return for how long there is nothing to do unless something comes; None: for ever."""
        if self._due is None or self.is_running:
            return None
        return max(0.0, self._due - now)

    def is_due(self, now: float) -> bool:
        return self._due is not None and not self.is_running and now >= self._due

    def begun(self, now: float, content: str) -> None:
        self._due, self._running, self._ending = None, content, False
        self._begun, self._burst = now, None if self._is_calm(now) else self._burst

    def over(self) -> None:
        self._running, self._ending = None, False

    def _cut(self) -> bool:
        cut = self.is_running and not self._ending
        self._ending = self._ending or cut
        return cut

    def _is_calm(self, now: float) -> bool:
        return self._burst is None or now - self._burst >= CALM_S


class WatchedRun:
    def __init__(self, wanted: RunOptions, tell: Callable[[WatchedRun, Happening], None]) -> None:
        """Prepare a run; `tell` is called in its thread with all that happens, the end last."""
        self._wanted, self._tell = wanted, tell
        self._cancellation = Cancellation()

    def cancel(self) -> None:
        self._cancellation.cancel()

    def __call__(self) -> None:
        ended = RunEnded()
        try:
            with self._cancellation.may_end():
                ended = RunEnded(self._graded())
        except KeyboardInterrupt:  # at the very beginning, or at the very end
            pass
        except UsageError as error:
            ended = RunEnded(refused=str(error))
        self._tell(self, ended)

    def _graded(self) -> Scorecard:
        options = asdict(self._wanted)
        return grade_file(
            options.pop("file"),
            **options,
            on_start=self._on_run_event,
            on_case=self._on_run_event,
            on_result=self._on_run_event,
        )

    def _on_run_event(self, happening: Happening) -> None:
        self._cancellation.tell()
        self._tell(self, happening)


class RunEnded(msgspec.Struct, frozen=True):
    """How a run ended: with a scorecard, or `refused` with what the caller has to mend.

    With neither, it was cancelled before there was anything to tell.
    """

    scorecard: Scorecard | None = None
    refused: str = ""


Happening = Start | Case | Result | RunEnded


def on_the_same_terms(before: Mapping[str, CaseRun], now: Iterable[CaseRun]) -> dict[str, CaseRun]:
    """Return what came before but for the cases that do not compare with how they went now."""
    cases = {case.id: case for case in now}
    return {
        name: case for name, case in before.items() if cases.get(name, case).compares_with(case)
    }


def changes(before: Mapping[str, CaseRun], now: Iterable[CaseRun]) -> tuple[Change, ...]:
    """Return what differs from how the same cases did before, what broke first.

    Cases that were not run before have nothing to differ from.
    """
    found = [
        change
        for case in now
        if case.id in before and (change := _change(before[case.id], case)) is not None
    ]
    return tuple(sorted(found, key=lambda change: _ORDER.index(change.turn)))


def _change(before: CaseRun, now: CaseRun) -> Change | None:
    turn = _turn(before, now)
    if turn is None:
        return None
    by_s = abs(now.wall_s - before.wall_s)
    return Change(now.id, turn, now.verdict, before.verdict, now.wall_s, by_s)


def _turn(before: CaseRun, now: CaseRun) -> Turn | None:
    if before.accepted != now.accepted:
        return Turn.ACCEPTED if now.accepted else Turn.MISSED
    if before.verdict != now.verdict:
        return Turn.OTHERWISE
    by_s, longer_s = abs(now.wall_s - before.wall_s), max(now.wall_s, before.wall_s)
    if not now.accepted or by_s < max(NOTABLE_S, NOTABLE_SHARE * longer_s):
        return None
    return Turn.SLOWER if now.wall_s > before.wall_s else Turn.FASTER

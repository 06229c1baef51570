"""Watch one file: take saves, keys, signals and results as they come, one at a time."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol

import msgspec
from msgspec.structs import replace

from graders.grading.pipeline import Start
from graders.model.change import Change
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.practice.entry import CaseRun, entry_of
from graders.practice.watching import keys
from graders.practice.watching.changes import changes
from graders.practice.watching.grading import Ended, Happening, Run, Wanted
from graders.practice.watching.saves import look, saves
from graders.practice.watching.schedule import Schedule

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}
LEFT = 0
_SAVED = "saved"


class Shows(Protocol):
    """Show what happens; a report does."""

    def begin(self, wanted: Wanted) -> None:
        """Tell that a run begins."""

    def started(self, start: Start) -> None:
        """Take note of the cases of the run."""

    def case_started(self) -> None:
        """Tell that one more case runs."""

    def case_finished(self, result: Result) -> None:
        """Tell what became of a case."""

    def finish(self, scorecard: Scorecard, changed: tuple[Change, ...] | None) -> None:
        """Tell what a whole run comes to, and what changed; None: it is the first."""

    def say(self, sentence: str) -> None:
        """Tell one thing."""

    def first_failure(self, scorecard: Scorecard) -> None:
        """Tell all there is about the first failure."""

    def cases(self, latest: dict[str, CaseRun]) -> None:
        """List what came of each case when it was last run."""

    def keys(self) -> None:
        """Name the keys."""


class Options(msgspec.Struct, frozen=True):
    """Say how to watch: with a watcher or by Enter alone, by single keys or lines.

    `remember` keeps a whole run, `hint` returns what is to be told next about one.
    `before` is what is known of each case from earlier.
    """

    watches: bool
    single_keys: bool
    remember: Callable[[Scorecard], None]
    hint: Callable[[Scorecard], str]
    before: dict[str, CaseRun]


class _Stop(msgspec.Struct, frozen=True):
    code: int


class _Key(msgspec.Struct, frozen=True):
    name: str


class _Failed(msgspec.Struct, frozen=True):
    error: BaseException


class Session:
    """Hold what is watched, what runs, and what came of it last."""

    def __init__(self, wanted: Wanted, shows: Shows, options: Options) -> None:
        """Prepare to watch; nothing is read or started yet."""
        self._wanted, self._shows, self._options = wanted, shows, options
        self._latest = dict(options.before)
        self._scorecard: Scorecard | None = None
        self._schedule = Schedule()
        self._seen = look(wanted.file)
        self._run: Run | None = None
        self._cancelled = False

    async def watch(self) -> int:
        """Grade at once and after every save until somebody ends it; return the exit code."""
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[object] = asyncio.Queue()
        listen = keys.single_keys if self._options.single_keys else keys.lines_as_keys
        with ThreadPoolExecutor(1) as self._pool, self._signals(), listen(self._heard):
            watcher = asyncio.create_task(self._watch_saves()) if self._options.watches else None
            try:
                self._schedule.ask(self._now())
                return await self._take_events()
            finally:
                if self._run is not None:
                    self._run.cancel()
                if watcher is not None:
                    watcher.cancel()
                    with suppress(asyncio.CancelledError):
                        await watcher

    async def _take_events(self) -> int:
        while True:
            self._begin_if_due()
            event = await self._next()
            if isinstance(event, _Stop):
                return event.code
            if isinstance(event, _Failed):
                raise event.error
            if isinstance(event, _Key):
                code = self._pressed(event.name)
                if code is not None:
                    return code
            elif event == _SAVED:
                self._saved()
            elif isinstance(event, tuple) and event[0] is self._run:
                self._happened(event[1])

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
        self._seen = look(self._wanted.file)
        if self._seen is None:
            self._schedule.forget()
            self._shows.say(f"{self._wanted.file} is gone; it is graded when it is back")
            return
        failing = tuple(name for name, case in self._latest.items() if not case.accepted)
        self._cancelled = False
        wanted = replace(self._wanted, first=failing)
        self._run = Run(wanted, self._told)
        self._schedule.begun(self._now(), self._seen.content)
        self._shows.begin(wanted)
        self._pool.submit(self._run).add_done_callback(self._check)

    def _told(self, run: Run, happening: Happening) -> None:
        """Take what a run tells, in the run's own thread."""
        self._loop.call_soon_threadsafe(self._events.put_nowait, (run, happening))

    def _check(self, done: object) -> None:
        error = done.exception()  # type: ignore[attr-defined]
        if error is not None:
            self._loop.call_soon_threadsafe(self._events.put_nowait, _Failed(error))

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening, Ended):
            self._schedule.over()
            self._run = None
            if not self._cancelled:
                self._ended(happening)
        elif self._cancelled:
            return
        elif isinstance(happening, Start):
            self._shows.started(happening)
        elif isinstance(happening, Case):
            self._shows.case_started()
        else:
            self._shows.case_finished(happening)

    def _ended(self, ended: Ended) -> None:
        scorecard = ended.scorecard
        if scorecard is None:
            self._shows.say(ended.refused or "the run was interrupted; Enter begins another")
            self._wanted = replace(self._wanted, stretch=False)
            return
        self._scorecard = scorecard
        now = entry_of(self._wanted.file, None, scorecard).cases
        changed = changes(self._latest, now) if self._latest else None
        self._shows.finish(scorecard, changed)
        self._latest.update({case.id: case for case in now if case.id in self._known(scorecard)})
        self._options.remember(scorecard)
        self._shows.keys()

    def _known(self, scorecard: Scorecard) -> set[str]:
        """Return the ids that stand for cases: not that of a file which could not be told."""
        return {result.id for result in scorecard.results if result.cap_s}

    def _saved(self) -> None:
        found = look(self._wanted.file)
        if found is None or found == self._seen:
            return  # about to be put in place, or nothing was written
        self._seen = found
        if self._schedule.saved(self._now(), found.content, empty=found.is_empty):
            self._cancel()

    def _cancel(self) -> None:
        if self._run is not None and not self._cancelled:
            self._cancelled = True
            self._run.cancel()

    def _pressed(self, key: str) -> int | None:
        """Do what a key is for; return the exit code where that is to leave."""
        if key == keys.INTERRUPT:
            return SIGNALS[signal.SIGINT]
        if key == "q" or (key == keys.END and (self._options.single_keys or not self._can_save())):
            return LEFT
        if key == "v":
            self._turn(variants=not self._wanted.variants)
        elif key == "s":
            self._turn(stretch=not self._wanted.stretch)
        elif key == keys.ENTER:
            self._again()
        elif key == "l":
            self._shows.cases(self._latest)
        elif key == "f":
            self._tell_of_last(self._shows.first_failure)
        elif key == "h":
            hint = self._options.hint
            self._tell_of_last(lambda scorecard: self._shows.say(hint(scorecard)))
        elif key != keys.END:
            self._shows.keys()
        return None

    def _can_save(self) -> bool:
        return self._options.watches

    def _tell_of_last(self, tell: Callable[[Scorecard], None]) -> None:
        if self._scorecard is None:
            self._shows.say("no run has finished yet")
        else:
            tell(self._scorecard)

    def _turn(self, **options: bool) -> None:
        self._wanted = replace(self._wanted, **options)
        self._again()

    def _again(self) -> None:
        if self._schedule.ask(self._now()):
            self._cancel()

    async def _watch_saves(self) -> None:
        try:
            async for _ in saves(self._wanted.file):
                self._events.put_nowait(_SAVED)
        except (OSError, RuntimeError) as error:
            self._options = replace(self._options, watches=False)
            self._shows.say(f"saves cannot be watched here ({error}): press Enter after each")

    def _heard(self, key: str) -> None:
        """Take a key, in whatever thread it was heard."""
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

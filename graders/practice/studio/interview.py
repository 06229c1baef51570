"""Rehearse an interview: a clock, points after each save, hidden cases and a summary at the end."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from pathlib import PurePath
from typing import Literal

import msgspec
from msgspec.structs import replace

from graders.grading.folders import read_content
from graders.grading.grade_file import Start
from graders.grading.intake import UnreadableError
from graders.katas import all_katas, kata_named
from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Content
from graders.model.usage_error import UsageError
from graders.practice.run_history import CaseRun, graded_run
from graders.practice.studio.server import Action, Download, Frame, Live, Parts
from graders.practice.studio.statement import statement_of
from graders.practice.watch_session import Happening, RunEnded, RunOptions, WatchedRun
from graders.reports.failure import Command
from graders.reports.pages.card import Front, card_page
from graders.reports.pages.page import fragment, rendered
from graders.reports.score import OfSuite
from graders.suites.reading import shipped
from graders.suites.selection import Selection, select

MINUTES = (20, 45, 60)
USUAL_MINUTES = 45
LOOK_EVERY_S = 1.0
"""So often it is looked whether the time is up, and whether this machine's clock was set."""
DRIFT_S = 1.0
SUMMARY = "summary.html"
"""The name of the summary that is opened; to be kept it is named after the file and the date."""
SEEN = "seen"
WIDTH, HEIGHT, EDGE = 600, 90, 8  # of the strip of points
_STATE = "studio_interview_state.html.j2"
_SUMMARY = "studio_interview_summary.html.j2"
_STYLE = "studio_interview.css"
_PARTS = ("state", "saves", "clock", "progress")
_NOT_KNOWN = (
    "It is not known yet which kata this file is for. Write what the statement asks for and save, "
    "or start the studio with --kata."
)

Stage = Literal["before", "running", "grading", "failed", "over"]


class Save(msgspec.Struct, frozen=True):
    """A save that was graded: how long after the start, and what came of the visible cases."""

    at_s: float
    cases: tuple[CaseRun, ...]

    @property
    def minute(self) -> int:
        return int(self.at_s // 60) + 1

    @property
    def points(self) -> int:
        return sum(case.points for case in self.cases)

    @property
    def max_points(self) -> int:
        return sum(case.max_points for case in self.cases)

    @property
    def missed(self) -> tuple[CaseRun, ...]:
        return tuple(case for case in self.cases if not case.accepted)


class Interview(msgspec.Struct, frozen=True):
    """An interview on a kata: since when it goes on, and what was graded meanwhile.

    Times are seconds of any clock that goes forwards. `used_s` is None until it has ended.
    """

    kata: str
    minutes: int
    began: float
    saves: tuple[Save, ...] = ()
    used_s: float | None = None
    time_up: bool = False

    def left_s(self, now: float) -> float:
        return max(0.0, 60 * self.minutes - (now - self.began))

    def with_save(self, cases: Iterable[CaseRun], now: float) -> Interview:
        """Return it with one more save, unless it has ended or its time is over."""
        if self.used_s is not None or not self.left_s(now):
            return self
        seen = tuple(case for case in cases if kind_of_case(case.id, self.kata) == SEEN)
        return replace(self, saves=(*self.saves, Save(now - self.began, seen)))

    def ended(self, now: float, *, time_up: bool = False) -> Interview:
        used_s = 60 * self.minutes - self.left_s(now)
        return replace(self, used_s=used_s, time_up=time_up)

    @property
    def used(self) -> str:
        minutes, seconds = divmod(round(self.used_s or 0), 60)
        return f"{minutes} min {seconds} s" if seconds else f"{minutes} min"

    @property
    def strip(self) -> tuple[tuple[float, float], ...]:
        """Return where the points after each save are drawn, from left to right in time."""
        across, down = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
        return tuple(
            (
                round(EDGE + across * save.at_s / (60 * self.minutes), 1),
                round(EDGE + down * (1 - save.points / (save.max_points or 1)), 1),
            )
            for save in self.saves
        )

    def first_minute(self, case_id: str) -> int | None:
        """Return in which minute a case was first accepted; None where it never was."""
        for save in self.saves:
            if any(case.id == case_id and case.accepted for case in save.cases):
                return save.minute
        return None


@cache
def _stretch(kata: str) -> tuple[str, ...]:
    return tuple(suite.name for suite in shipped(kata, stretch=True) if suite.stretch)


def kind_of_case(case_id: str, kata: str) -> str:
    """Return whether a case is seen while the clock runs, or why it is hidden until the end.

    >>> kind_of_case("phase3/mate-in-9~mirror", "best_move")
    'variants'
    >>> kind_of_case("phase4/mate-in-11", "best_move")
    'stretch'
    """
    if "~" in case_id:
        return "variants"
    return "stretch" if case_id.partition("/")[0] in _stretch(kata) else SEEN


def by_kind(card: Scorecard, kata: str) -> dict[str, OfSuite]:
    """Return what was won of the cases of each kind, under what these are in words."""
    return {
        kind: OfSuite(
            words,
            tuple(each for each in card.results if kind_of_case(each.id, kata) == kind),
            tuple(each for each in card.not_run if kind_of_case(each.id, kata) == kind),
        )
        for kind, words in kinds_in_words(kata).items()
    }


@cache
def kinds_in_words(kata: str) -> Mapping[str, str]:
    """Say what the cases of each kind are, of those that the kata has."""
    wanted = Selection(stretch=True, variants=True)
    cases = select(kata_named(kata), shipped(kata, stretch=True), wanted)
    ways = {each.id.partition("~")[2] for each in cases} - {""}
    found = {SEEN: "the cases that are graded after each save"}
    if ways:
        swapped = ", with the colours swapped, and both" if "swap" in ways else ""
        found["variants"] = f"each case mirrored{swapped}"
    if names := _stretch(kata):
        found["stretch"] = f"the stretch suite {', '.join(names)}, which asks for more"
    return found


class InterviewPage:
    """The page of an interview on the file that is worked on.

    Whoever grades the file after a save is to pass each finished scorecard to `graded`. While
    `is_running` no other page is to tell a hint, an answer or what was expected. `close` is to be
    awaited before the event loop ends. All but the grading itself goes on in that loop.

    `remember` is called with the scorecard of the end, `on_turn` where `is_running` changes. `now`
    and `today` are clocks: one that goes forwards, which decides, and that of this machine, by
    which browsers count.
    """

    name = "interview"

    def __init__(
        self,
        wanted: RunOptions,
        frame: Frame,
        *,
        remember: Callable[[Scorecard], None],
        on_turn: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.live = Live()
        self._wanted, self._frame = wanted, frame
        self._remember, self._on_turn = remember, on_turn
        self._now, self._today = now, today
        self._kata = wanted.kata
        self._stage: Stage = "before"
        self._interview: Interview | None = None
        self._until = 0.0
        self._done, self._total = 0, 0
        self._why = ""
        self._run: WatchedRun | None = None
        self._ended = RunEnded()
        self._summary: dict[str, object] = {}
        self._kept: Download | None = None
        self._counting: asyncio.Task[None] | None = None
        self._grading: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def is_running(self) -> bool:
        """Tell whether somebody is being interviewed, or the end of that is being graded."""
        return self._stage in ("running", "grading", "failed")

    def graded(self, card: Scorecard) -> None:
        """Take note of a save that was graded; one that was not graded to its end is no matter."""
        if not card.complete:
            return
        if card.kata in all_katas() and not self.is_running and card.kata != self._kata:
            self._kata = card.kata
            self._tell(*_PARTS)
        if self._stage == "running" and self._interview is not None:
            cases = graded_run(self._wanted.file, None, card).cases
            self._interview = self._interview.with_save(cases, self._now())
            self._tell("saves")

    def html(self) -> str:
        return rendered(
            "studio_interview.html.j2",
            styles=("studio.css", _STYLE),
            scripts=("studio.js", "studio_interview.js"),
            live=True,
            part="state",
            **self._frame.around(self.name),
            **self._facts(),
        )

    def actions(self) -> Mapping[str, Action]:
        return {"start": self._start, "end": self._end, "again": self._again}

    def download(self, name: str) -> Download | None:
        if self._kept is None or name not in (self._kept.name, SUMMARY):
            return None
        return replace(self._kept, shown=name == SUMMARY)

    async def close(self) -> None:
        """End what goes on; raise what the grader failed with, if it did."""
        self._closing = True
        if self._counting is not None:
            self._counting.cancel()
        if self._run is not None:
            self._run.cancel()
        if self._grading is not None:
            await self._grading

    async def _start(self, fields: Mapping[str, str]) -> Parts:
        if self.is_running:
            raise ValueError("an interview is under way already")
        if self._kata is None:
            raise ValueError(_NOT_KNOWN)
        minutes = fields.get("minutes", "")
        if minutes not in map(str, MINUTES):
            raise ValueError(f"an interview takes {', '.join(map(str, MINUTES))} minutes")
        self._interview = Interview(self._kata, int(minutes), self._now())
        self._stage = "running"
        self._on_turn()
        self._counting = asyncio.create_task(self._until_time_is_up())
        return self._tell(*_PARTS)

    async def _end(self, fields: Mapping[str, str]) -> Parts:
        if self._interview is None or self._stage not in ("running", "failed"):
            raise ValueError("no interview is under way")
        content = self._taken()
        if self._counting is not None:
            self._counting.cancel()
        if self._interview.used_s is None:
            self._interview = self._interview.ended(self._now())
        return self._hand_in(self._interview, content)

    async def _again(self, fields: Mapping[str, str]) -> Parts:
        if self._stage in ("failed", "over"):
            self._stage = "before"
            self._on_turn()
        return self._tell(*_PARTS)

    async def _until_time_is_up(self) -> None:
        """Wait for the time to be up, and tell the pages where this machine's clock was set."""
        while self._interview is not None:
            left_s = self._interview.left_s(self._now())
            if not left_s:
                self._interview = self._interview.ended(self._now(), time_up=True)
                try:
                    self._hand_in(self._interview, self._taken())
                except ValueError as error:
                    self._fail(str(error))
                return
            if abs(self._today() + left_s - self._until) > DRIFT_S:
                self._tell("clock")
            await asyncio.sleep(min(left_s, LOOK_EVERY_S))

    def _taken(self) -> Content | None:
        """Return the file as it is now, None where the grader is to say why it cannot be read."""
        try:
            return read_content(self._wanted.file, self._wanted.entry)
        except UnreadableError:
            return None
        except (OSError, UsageError) as error:
            why = getattr(error, "strerror", None) or error
            raise ValueError(f"{self._frame.file} cannot be handed in: {why}.") from None

    def _hand_in(self, interview: Interview, content: Content | None) -> Parts:
        self._stage, self._done, self._total, self._ended = "grading", 0, 0, RunEnded()
        self._grading = asyncio.create_task(self._grade(interview, content))
        return self._tell(*_PARTS)

    async def _grade(self, interview: Interview, content: Content | None) -> None:
        wanted = replace(
            self._wanted,
            kata=interview.kata,
            variants=True,
            stretch=bool(_stretch(interview.kata)),
            play_out=False,  # somebody is waiting
            first=(),
            content=content,
        )
        loop = asyncio.get_running_loop()

        def tell(_: WatchedRun, happening: Happening) -> None:
            loop.call_soon_threadsafe(self._on_run_event, happening)

        self._run = WatchedRun(wanted, tell)
        if self._closing:
            return
        try:
            await asyncio.to_thread(self._run)
            card = self._ended.scorecard
            if card is not None and card.complete:
                self._kept = await asyncio.to_thread(self._summed_up, interview, card, content)
        except Exception as error:
            self._fail(f"The grader itself failed: {error}.")
            raise
        if self._closing:
            return
        if card is None or not card.complete:
            self._fail(self._ended.refused or "The grading was interrupted.")
            return
        self._remember(card)
        self._summary, self._stage = _summary(interview, card), "over"
        self._on_turn()
        self._tell(*_PARTS)

    def _on_run_event(self, happening: Happening) -> None:
        if isinstance(happening, RunEnded):
            self._ended = happening
        elif isinstance(happening, Start):
            self._total = len(happening.cases)
            self._tell("progress")
        elif isinstance(happening, Result):
            self._done += 1
            self._tell("progress")

    def _fail(self, why: str) -> None:
        self._stage, self._why = "failed", why
        self._tell(*_PARTS)

    def _summed_up(
        self, interview: Interview, card: Scorecard, content: Content | None
    ) -> Download:
        page = card_page(
            card,
            content,
            candidate=self._frame.file,
            front=Front(fragment(_SUMMARY, **_summary(interview, card)), (_STYLE,)),
            command=Command(str(self._wanted.file)),
        )
        stem = re.sub(r"[^A-Za-z0-9]+", "-", PurePath(self._frame.file).stem).strip("-") or "file"
        date = datetime.fromtimestamp(self._today()).date().isoformat()
        return Download(f"interview-{stem}-{date}.html", page.encode())

    def _tell(self, *parts: str) -> Parts:
        """Tell the pages what these parts are now, and return the same."""
        facts = self._facts()
        told = {part: fragment(_STATE, part=part, **facts) for part in parts}
        self.live.tell(told)
        return told

    def _facts(self) -> dict[str, object]:
        interview, kata = self._interview, self._kata
        left_s = 0.0 if interview is None else interview.left_s(self._now())
        self._until = self._today() + left_s
        return {
            "stage": self._stage,
            "kata": kata,
            "not_known": _NOT_KNOWN,
            "hidden": kinds_in_words(kata) if kata else {},
            "statement": statement_of(kata) if kata and self._stage == "running" else (),
            "choices": [(minutes, minutes == USUAL_MINUTES) for minutes in MINUTES],
            "saves": () if interview is None else interview.saves,
            "time_up": interview is not None and interview.time_up,
            "until_ms": round(self._until * 1000),
            "done": self._done,
            "total": self._total,
            "why": self._why,
            "kept": None if self._kept is None else self._kept.name,
            **self._summary,
        }


def _summary(interview: Interview, card: Scorecard) -> dict[str, object]:
    kinds = by_kind(card, interview.kata)
    first = {each.id: interview.first_minute(each.id) for each in kinds[SEEN].results}
    size = {"width": WIDTH, "height": HEIGHT, "edge": EDGE}
    return {"interview": interview, "kinds": kinds.values(), "first": first, **size}

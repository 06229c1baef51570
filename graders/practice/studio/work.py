"""The page to work by: the first miss on a large board, the cases as lights, all versions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from graders.grading.grade_file import Start
from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.katas.playing import Forecast
from graders.model.explanation import Mark
from graders.model.history import Change
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.practice.run_history import CaseRun
from graders.practice.studio.playing_on import Moment, PlayingOn, taken_back
from graders.practice.studio.server import Action, Download, Frame, Live, Parts
from graders.practice.studio.versions import put_back, runs_of, version_at
from graders.practice.watch_events import ENTER
from graders.practice.watch_session import RunOptions
from graders.reports.pages.cases import Drawing, Showing, ShownCase, drawing, kind_of
from graders.reports.pages.facts import LadderPlace, first_miss, ladder_place
from graders.reports.pages.page import fragment, rendered
from graders.reports.score import moment
from graders.reports.spoilers import without_right_columns
from graders.reports.watching import changes_message
from kata.board import Player

_DESK = "studio_desk.html.j2"
_SWAPPED = str.maketrans("RY", "YR")
MOST_CHANGES = 4
NOTHING_YET = "The first run is on its way."
COVERED = "An interview is under way: what was missed is shown when it is over."
FIRST, ALL_ACCEPTED = "First miss:", "Every case is accepted; here is"


class WorkPage:
    """Follow a session, and let whoever looks at the page take part in it."""

    name = "work"

    def __init__(self, file: Path, frame: Frame) -> None:
        self.live = Live()
        self.press: Callable[[str], None] = lambda key: None
        self._file, self._frame = file, frame
        self._kata: Kata[Any] | None = None
        self._lights: dict[str, str] = {}  # by case: `running`, how its verdict is, or empty
        self._results: dict[str, Result] = {}
        self._first: Result | None = None
        self._place: LadderPlace | None = None
        self._is_covered = False
        self._essence: object = None
        self._on: PlayingOn | None = None
        self._searching = asyncio.Lock()
        self._parts: dict[str, str] = {}

    # What a session tells.

    def begin(self, asked: RunOptions) -> None:
        self._lights = dict.fromkeys(self._lights, "")
        self._first = None
        if not self._parts:
            self._tell(desk=_empty(NOTHING_YET), place="", said="", strip=self._strip())
        # What was said, such as a hint, was of the file before it was saved.
        self._tell(status=self._status("running"), lights=self._shown_lights(), said="")

    def started(self, start: Start) -> None:
        self._kata = all_katas().get(start.kata)
        playing = None if self._kata is None else self._kata.playing()
        self._on = self._on or (None if playing is None else PlayingOn(playing))
        places = [case.id for suite in start.suites for case in suite.cases]
        ids = [case.id for case in start.cases]  # those that failed last come first
        ids.sort(key=lambda each: places.index(each) if each in places else len(places))
        self._lights = dict.fromkeys(ids, "")
        self._results = {}
        self._tell(lights=self._shown_lights())

    def case_started(self, case: Case) -> None:
        self._turn(case.id, "running")

    def case_finished(self, result: Result) -> None:
        self._results[result.id] = result
        self._turn(result.id, kind_of(result.verdict))
        if self._first is None and not result.accepted:
            self._show_first(result)

    def finish(self, scorecard: Scorecard, changed: tuple[Change, ...] | None) -> None:
        self._results = {result.id: result for result in scorecard.results}
        kinds = {each.id: kind_of(each.verdict) for each in scorecard.results}
        self._lights = {each: kinds.get(each, "") for each in self._lights or kinds}
        named = self._first and self._results.get(self._first.id)
        self._show_first(named or first_miss(scorecard))
        self._place = ladder_place(self._kata, scorecard.assessment)
        self._tell(
            lights=self._shown_lights(),
            status=self._status("graded", scorecard),
            place=self._stands() + _side("changed", said=_changes(changed)),
        )

    def say(self, sentence: str) -> None:
        self._tell(said=_side("said", said=sentence))

    def cover(self, *, is_covered: bool) -> None:
        """Tell nothing but points and verdicts while an interview goes on, and again all after."""
        self._is_covered, self._essence = is_covered, None
        self._show_first(self._first)
        self._tell(place=self._stands(), said="")

    def first_failure(self, scorecard: Scorecard) -> None:
        self._tell(desk=self._case(self._first))

    def cases(self, latest: Mapping[str, CaseRun]) -> None:
        pass  # the lights are there all the time

    def keys(self) -> None:
        self._tell(strip=self._strip())

    def leave(self) -> None:
        pass  # the server tells the pages that the studio has ended

    # What is on the page.

    def html(self) -> str:
        from markupsafe import Markup  # noqa: PLC0415  # comes with Jinja2, an extra

        return rendered(
            "studio_work.html.j2",
            styles=("card.css", "studio.css", "studio_work.css"),
            scripts=("stepper.js", "studio.js", "studio_work.js"),
            live=True,
            parts={name: Markup(html) for name, html in self._parts.items()},
            **self._frame.around(self.name),
        )

    def download(self, name: str) -> Download | None:
        return None

    def _tell(self, **parts: str) -> None:
        self._parts.update(parts)
        self.live.tell(parts)

    def _status(self, state: str, card: Scorecard | None = None) -> str:
        clock = datetime.now().astimezone().strftime("%H:%M:%S")
        return _side("status", state=state, card=card, clock=clock)

    def _strip(self) -> str:
        return _side("strip", runs=runs_of(self._file), clock=moment)

    def _shown_lights(self) -> str:
        return _side("lights", lights=self._lights)

    def _stands(self) -> str:
        first = self._shown(self._first)
        place = None if self._is_covered else self._place
        return _side("place", place=place, first=first)

    def _turn(self, case_id: str, kind: str) -> None:
        self._lights[case_id] = kind
        number = list(self._lights).index(case_id)
        light = _side("light", case=case_id, kind=kind, number=number)
        self._tell(**{f"light-{number}": light})

    def _show_first(self, first: Result | None) -> None:
        """Show the first miss, and leave the board alone where it is the same as before."""
        self._first = first
        essence = first and (first.id, first.verdict, first.answer, first.message)
        parts = {}
        if first is None or self._is_covered or essence != self._essence:
            parts["desk"] = self._case(first)
        if first is not None and not self._is_covered:  # or another case may be looked at
            parts[f"head-{first.id}"] = fragment(_DESK, what="head", case=self._shown(first))
        self._essence = essence
        self._tell(**parts)

    def _shown(self, result: Result | None, *, reveal: bool = False) -> ShownCase | None:
        """Return what is shown of a case: of a group, its member that was missed."""
        if result is None:
            return None
        member = next((each for each in result.members if not each.accepted), result)
        (shown,) = Showing(self._kata).cases([member if reveal else without_right_columns(member)])
        return shown

    def _case(self, result: Result | None) -> str:
        if self._is_covered or not self._results:
            return _empty(COVERED if self._is_covered else NOTHING_YET)
        title = "" if result is not self._first else FIRST if result else ALL_ACCEPTED
        result = result or list(self._results.values())[-1]
        return fragment(
            _DESK,
            what="case",
            case=self._shown(result),
            board=self._board(result, reveal=False),
            title=title,
            of=result.id,
        )

    def _board(self, result: Result, *, reveal: bool) -> str:
        if self._is_covered:
            raise ValueError(COVERED)
        shown = self._shown(result, reveal=reveal)
        member = next((each for each in result.members if not each.accepted), result)
        covers = member.accept is not None
        lines = () if shown is None else shown.lines
        return fragment(
            _DESK,
            what="board",
            case=shown,
            of=result.id,
            moment=self._begun(member),
            line=next((line for line in lines if line.answers is reveal), None),
            covers=covers,
            can_reveal=covers and not member.accepted,
            reveal=reveal,
        )

    def _begun(self, member: Result) -> Moment | None:
        """Return the position that a case can be played on from, if it can be."""
        if self._on is None or member.moves is None:
            return None
        first = Player[member.first or Player.RED.name].value
        if member.goal == "win":
            self._on.know(member.moves, first, Forecast("win", member.mate_in))
        return Moment(member.moves, len(member.moves), first)

    # What can be done on it.

    def actions(self) -> Mapping[str, Action]:
        return {
            "again": self._on_again,
            "hint": self._on_hint,
            "case": self._on_case,
            "board": self._on_board,
            "play": self._on_play,
            "undo": self._on_undo,
            "version": self._on_version,
            "back": self._on_back,
        }

    async def _on_again(self, sent: Mapping[str, str]) -> Parts:
        self.press(ENTER)
        return {}

    async def _on_hint(self, sent: Mapping[str, str]) -> Parts:
        self.press("h")
        return {}

    async def _on_case(self, sent: Mapping[str, str]) -> Parts:
        case_id = sent.get("case", "")
        if not case_id:
            return {"desk": self._case(self._first)}
        return {"desk": self._case(self._result(case_id))}

    async def _on_board(self, sent: Mapping[str, str]) -> Parts:
        reveal = sent.get("reveal") == "yes"
        return {"board": self._board(self._result(sent.get("case", "")), reveal=reveal)}

    async def _on_play(self, sent: Mapping[str, str]) -> Parts:
        on, at = self._on, self._moment(sent)
        column = sent.get("column", "")
        if on is None or not column.isdecimal():
            raise ValueError("there is no such column")
        async with self._searching:
            after = await asyncio.to_thread(on.play, at, int(column))
        return {"board": self._position(sent.get("case", ""), after)}

    async def _on_undo(self, sent: Mapping[str, str]) -> Parts:
        before = taken_back(self._moment(sent))
        return {"board": self._position(sent.get("case", ""), before)}

    async def _on_version(self, sent: Mapping[str, str]) -> Parts:
        return {"desk": self._version(sent, asks=sent.get("asks") == "yes")}

    async def _on_back(self, sent: Mapping[str, str]) -> Parts:
        try:
            put_back(self._file, sent.get("at", ""))
        except OSError as error:
            why = error.strerror or error
            raise ValueError(f"{self._file.name} cannot be written: {why}") from None
        return {"desk": self._case(self._first)}

    def _result(self, case_id: str) -> Result:
        if case_id not in self._results:
            raise ValueError(f"{case_id} has not been run yet")
        return self._results[case_id]

    def _moment(self, sent: Mapping[str, str]) -> Moment:
        if self._is_covered:
            raise ValueError(COVERED)
        try:
            begun, first = int(sent["begun"]), Player(sent["first"]).value
            return Moment(sent["moves"], begun, first)
        except KeyError as error:
            raise ValueError(f"nothing was said of {error}") from None

    def _position(self, case_id: str, at: Moment) -> str:
        game = at.game
        turn = game.turn if at.first == Player.RED.value else game.turn.opponent
        return fragment(
            _DESK,
            what="position",
            of=case_id,
            moment=at,
            drawing=_drawn(at),
            turn="" if game.over else turn.name,
        )

    def _version(self, sent: Mapping[str, str], *, asks: bool) -> str:
        version = version_at(self._file, sent.get("at", ""))
        return fragment("studio_version.html.j2", version=version, asks=asks, clock=moment)


def _side(what: str, **facts: object) -> str:
    return fragment("studio_side.html.j2", what=what, **facts)


def _empty(said: str) -> str:
    return _side("empty", said=said)


def _changes(changed: Sequence[Change] | None) -> str:
    """Say what changed since the last run, of many changes the first few."""
    if not changed:
        return "" if changed is None else "Nothing changed since the last run."
    left = len(changed) - MOST_CHANGES
    more = f"; and {left} more" if left > 0 else ""
    return f"Since the last run: {changes_message(changed[:MOST_CHANGES])}{more}."


def _drawn(at: Moment) -> Drawing:
    game = at.game
    picture = game.picture()
    rows = picture.rows
    if at.first != Player.RED.value:
        rows = tuple(row.translate(_SWAPPED) for row in rows)
    last = int(game.moves[-1]) if game.moves else None
    return drawing(
        replace(
            picture,
            rows=rows,
            caption="",
            marks=() if last is None else ((last, Mark.STEP),),
            highlighted=picture.highlighted if game.winner is not None else frozenset(),
        )
    )

"""Show a file that is watched: a few lines a run, and more of it at the press of a key."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol, TextIO

from msgspec.structs import replace

from graders.grading.grade_file import Start
from graders.katas import all_katas
from graders.model.history import Change, Turn
from graders.model.installation import kata_program
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.failure import Command, deciding_id, lines, sentence
from graders.reports.layout import BLANK, Ink, Screen, folded, indented, line, wrapped
from graders.reports.score import ASCII, CaseColumns, Marks, case_line

MOST_LINES = 12  # of more cases only the misses have a line each, and those that were missed before
_KEYS = (
    *(("enter", "run again"), ("h", "hint"), ("a", "hints again"), ("f", "failure")),
    *(("v", "variants"), ("s", "stretch"), ("l", "list"), ("q", "quit")),
)


class WatchRun(Protocol):
    @property
    def file(self) -> Path: ...

    @property
    def entry(self) -> str | None: ...

    @property
    def variants(self) -> bool: ...

    @property
    def stretch(self) -> bool: ...

    @property
    def first(self) -> Collection[str]: ...


class Latest(Protocol):
    @property
    def verdict(self) -> str: ...

    @property
    def wall_s(self) -> float: ...


class WatchReport:
    def __init__(self, stream: TextIO, *, file: str, spoilers: bool) -> None:
        self._screen = Screen(stream)
        self._file, self._spoilers = file, spoilers
        self._command = Command(file, program=kata_program())
        marks = Marks() if self._screen.can_show("✓✗·") else ASCII
        self._columns = CaseColumns(self._screen.width, 0, marks)
        self._kata, self._cases, self._begun = "", 0, 0
        self._before: frozenset[str] = frozenset()
        self._said: str | None = None
        self._options: tuple[str, ...] = ()

    def begin(self, asked: WatchRun) -> None:
        more = [name for name in ("variants", "stretch") if getattr(asked, name)]
        self._before, self._said = frozenset(asked.first), None
        self._options = () if asked.entry is None else ("--entry", asked.entry)
        clock = datetime.now().astimezone().strftime("%H:%M:%S")
        also = f", with {' and '.join(more)}" if more else ""
        self._screen.gap()
        name = on_one_line(asked.file.name)
        self._screen.write([((clock, Ink.QUIET), (f"  running {name}{also}", Ink.HEAD))])

    def started(self, start: Start) -> None:
        self._kata, self._cases, self._begun = start.kata, len(start.cases), 0
        self._command = replace(self._command, options=self._options)
        ids = [case.id for case in start.cases]
        self._columns = CaseColumns.for_ids(ids, self._screen.width, self._columns.marks)

    def case_started(self, case: Case) -> None:
        self._begun += 1
        self._screen.live(f"case {self._begun} of {self._cases}")

    def case_finished(self, result: Result) -> None:
        if result.verdict is Verdict.LOAD_ERROR:
            if self._said != result.message:
                self._said = result.message
                self._screen.write(indented(folded(result.message, self._screen.width - 2), 2))
            return
        if self._cases <= MOST_LINES or not result.accepted or result.id in self._before:
            self._screen.write([case_line(result, self._columns, answers=self._spoilers)])

    def finish(self, scorecard: Scorecard, changed: tuple[Change, ...] | None) -> None:
        self._screen.live("")
        accepted = sum(result.accepted for result in scorecard.results)
        full = accepted == len(scorecard.results)
        self._screen.write(
            [
                (
                    (f"{scorecard.score}/{scorecard.max_score}", Ink.GOOD if full else Ink.HEAD),
                    (f"  {accepted} of {len(scorecard.results)} cases accepted", Ink.PLAIN),
                )
            ]
        )
        if changed is not None:
            self._screen.write(wrapped(changes_message(changed), self._screen.width, hanging=2))
        if scorecard.lost:
            lost = f"it loses {len(scorecard.lost)} variants of cases that it solves"
            self._screen.write(wrapped(lost, self._screen.width, Ink.BAD))
        first = _first_missed(scorecard)
        if first is not None and first.verdict is not Verdict.LOAD_ERROR:
            told = (
                sentence(first)
                if self._spoilers
                else f"{deciding_id(first)}, {first.verdict.in_words}"
            )
            self._screen.write(wrapped(f"first: {told}", self._screen.width, hanging=2))

    def say(self, sentence: str) -> None:
        self._screen.live("")
        self._screen.write(wrapped(sentence, self._screen.width))

    def leave(self) -> None:
        """Wipe what stands for the moment, so that a prompt has a line of its own."""
        self._screen.live("")

    def first_failure(self, scorecard: Scorecard) -> None:
        first = _first_missed(scorecard)
        if first is None:
            self.say("everything was accepted")
            return
        kata = all_katas().get(scorecard.kata)
        tell = kata.tell if kata is not None else lambda explanation: ()
        width = self._screen.width - 4
        told = lines(first, tell, width, command=self._command, spoilers=self._spoilers)
        self._screen.write(
            [BLANK, line(deciding_id(first), Ink.HEAD), BLANK, *indented(told, 4), BLANK]
        )

    def cases(self, latest: Mapping[str, Latest]) -> None:
        marks = self._columns.marks
        width = max(map(len, latest), default=0)
        for name, case in latest.items():
            good = case.verdict == Verdict.ACCEPTED
            mark = (marks.accepted, Ink.GOOD) if good else (marks.missed, Ink.BAD)
            words = "" if good else f"  {case.verdict.replace('_', ' ')}"
            times = f" {name:<{width}}  {case.wall_s:7.3f} s"
            self._screen.write([(mark, (times, Ink.PLAIN), (words, mark[1]))])
        if not latest:
            self.say("no case was run yet")

    def keys(self) -> None:
        named = ", ".join(f"{key} {what}" for key, what in _KEYS)
        self._screen.write(wrapped(f"keys: {named}", self._screen.width, Ink.QUIET, hanging=6))


def changes_message(changed: Sequence[Change]) -> str:
    """Say what changed since the last run.

    >>> changes_message([
    ...     Change("b/mate-in-7", Turn.ACCEPTED, "accepted", "wrong_answer", 0.31, 1.0),
    ...     Change("b/mate-in-5", Turn.SLOWER, "accepted", "accepted", 1.2, 0.9),
    ... ])
    'mate-in-7 now accepted, 0.31 s; mate-in-5 0.9 s slower'
    >>> changes_message([])
    'nothing changed since the last run'
    """
    if not changed:
        return "nothing changed since the last run"
    names = [change.id.partition("/")[2] for change in changed]
    return "; ".join(
        f"{name if name and names.count(name) == 1 else change.id} {_turn(change)}"
        for change, name in zip(changed, names, strict=True)
    )


def _turn(change: Change) -> str:
    verdict = change.verdict.replace("_", " ")
    if change.turn is Turn.ACCEPTED:
        return f"now accepted, {change.wall_s:.2f} s"
    if change.turn is Turn.MISSED:
        return f"now missed: {verdict}"
    if change.turn is Turn.OTHERWISE:
        return f"now {verdict}, was {change.before.replace('_', ' ')}"
    return f"{change.by_s:.1f} s {'slower' if change.turn is Turn.SLOWER else 'faster'}"


def _first_missed(scorecard: Scorecard) -> Result | None:
    return next((result for result in scorecard.results if not result.accepted), None)

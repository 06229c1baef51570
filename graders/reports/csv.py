r"""Write CSV, for spreadsheets: of one submission a row a case, of a batch a row a submission.

Quoted as RFC 4180 has it, in UTF-8, and every record on one line: line breaks and whatever else
cannot be seen are written out, as in `\n`. Spreadsheets take a cell for a formula that begins with
one of a few characters (owasp.org/www-community/attacks/CSV_Injection, CWE-1236); such a text gets
an apostrophe before it, after a `;` too, at which some spreadsheets begin a cell. Numbers are
numbers and get none. A file begins with a byte order mark, without which Excel takes UTF-8 for the
code page of its machine.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, TextIO

from graders.model.batch import Batch, Entry, HandIn
from graders.model.notes import Note
from graders.model.scorecard import NotRun, Result, Scorecard
from graders.model.text import on_one_line
from graders.reports.format import Report
from graders.reports.leaderboard import RankedEntry, ranked
from graders.reports.noted import noted, overrides_in_words, rubric_in_words
from graders.reports.safe_text import why_not_run

CASE_COLUMNS = (
    *("candidate", "path", "kata", "case", "suite", "variant", "verdict", "points", "max_points"),
    *("cap_s", "wall_s", "cpu_s", "kept_off_s", "runs", "answer", "message"),
)
OUTPUT_COLUMNS = ("stdout", "stderr", "traceback")  # what `full` adds to them
BATCH_COLUMNS = (
    *("rank", "candidate", "path", "kata", "score", "max_score", "accepted", "cases", "rung"),
    *("holds", "slowest_case", "slowest_share", "reruns", "grader_errors", "complete"),
    *("started_at", "sha256", "graded", "why_not"),
    *("late", "attempt", "submitted", "original", "layout"),
    *("grade_by_hand", "notes", "overrides", "rubric"),
)
NOTES_COLUMNS = (
    *("candidate", "path", "sha256", "kata", "score", "max_score"),
    *("grade_by_hand", "notes", "overrides", "rubric", "written_at"),
)
Cell = str | int | float | None

_FORMULA = re.compile(r"(^\s*|;\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet may begin to read a formula; the last are the wide forms of the first."""
_LINE_ENDS = "\n" if os.linesep == "\r\n" else "\r\n"
"""RFC 4180 wants CRLF; where a text stream makes one of every LF, it is not to make two."""


class CsvReport(Report):
    """Write rows under a line of names; with `full` those of a batch are of cases, not of files."""

    batches: ClassVar[bool] = True
    begins_file: ClassVar[str] = "\ufeff"

    def finish(self, scorecard: Scorecard) -> None:
        card = self.tellable(scorecard)
        write_table(self.stream, self._case_columns(), self._cases("", card.submission.path, card))

    def batch(self, batch: Batch) -> None:
        told = self.tellable_batch(batch)
        if self.full:
            rows = (row for entry in told.entries for row in self._cases_of(entry))
            write_table(self.stream, self._case_columns(), rows)
            return
        ordered = sorted(ranked(told), key=lambda place: place.number)
        more = columns_of_manifests((each.hand_in for each in told.entries), BATCH_COLUMNS)
        rows = ((*_submission(each), *cells_of(each.entry.hand_in, more)) for each in ordered)
        write_table(self.stream, (*BATCH_COLUMNS, *more.values()), rows)

    def _case_columns(self) -> tuple[str, ...]:
        return (*CASE_COLUMNS, *OUTPUT_COLUMNS) if self.full else CASE_COLUMNS

    def _cases_of(self, entry: Entry) -> Iterator[Sequence[Cell]]:
        if entry.scorecard is not None:
            yield from self._cases(entry.candidate, entry.path, entry.scorecard)
            return
        missing: dict[str, Cell] = dict.fromkeys(self._case_columns())
        missing |= {"candidate": entry.candidate, "path": entry.path, "verdict": "not_graded"}
        yield tuple((missing | {"message": entry.why_ungraded}).values())

    def _cases(self, candidate: str, path: str, card: Scorecard) -> Iterator[Sequence[Cell]]:
        whose = (candidate, path, card.kata)
        for result in card.results:
            printed = (result.stdout, result.stderr, result.traceback) if self.full else ()
            yield (*whose, *_case(result), *printed)
        for case in card.not_run:
            yield (*whose, *_not_run(card, case), *(("",) * 3 if self.full else ()))


def write_notes(batch: Batch, stream: TextIO) -> None:
    """Write a row for each submission that something is noted on."""
    write_table(stream, NOTES_COLUMNS, (tuple(_noted(*each)) for each in noted(batch)))


def _noted(entry: Entry, note: Note) -> Iterator[Cell]:
    card = entry.scorecard
    yield from (entry.candidate, entry.path, entry.sha256, entry.kata)
    yield from (card.score, card.max_score) if card else (None, None)
    yield from (note.grade, note.text, "; ".join(overrides_in_words(entry)))
    yield from ("; ".join(rubric_in_words(note)), note.written_at)


def write_table(stream: TextIO, columns: Sequence[str], rows: Iterable[Iterable[Cell]]) -> None:
    writer = csv.writer(stream, lineterminator=_LINE_ENDS)
    for row in (columns, *rows):
        writer.writerow([cell(value) for value in row])


def cell(value: Cell) -> str | int | float:
    r"""Return what a cell holds: a number as it is, a text so that no spreadsheet computes it.

    >>> cell(-1), cell("-1"), cell("=1+1"), cell("a;@b"), cell("a\nb"), cell("a-b")
    (-1, "'-1", "'=1+1", "a;'@b", 'a\\nb', 'a-b')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    return _FORMULA.sub(r"\1'", on_one_line(value))


def _case(result: Result) -> Iterator[Cell]:
    yield from (result.id, result.suite, result.variant, result.verdict.value)
    yield from (result.points, result.max_points, result.cap_s)
    yield from (result.wall_s, result.cpu_s, result.kept_off_s, max(1, len(result.attempts)))
    yield _answer(result.answer)
    yield result.message


def _not_run(card: Scorecard, case: NotRun) -> Iterator[Cell]:
    variant = case.id.partition("~")[2]
    yield from (case.id, case.suite, variant, "not_run", 0, case.max_points, case.cap_s)
    yield from (None, None, None, 0, "", why_not_run(card, case))


def _submission(place: RankedEntry) -> Iterator[Cell]:
    entry, hand_in = place.entry, place.entry.hand_in
    yield from (place.rank, entry.candidate, entry.path, entry.kata)
    yield from (None,) * 12 if entry.scorecard is None else _graded(place, entry.scorecard)
    yield from (entry.sha256, _yes(entry.is_received))
    untried = entry.scorecard is None and not entry.why_ungraded
    yield "not graded yet" if untried else entry.why_ungraded
    yield from (_yes(hand_in.late), hand_in.attempt, hand_in.submitted)
    yield from (hand_in.original, hand_in.layout)
    yield from (entry.note.grade, entry.note.text) if entry.note else (None, None)
    yield "; ".join(overrides_in_words(entry))
    yield "; ".join(rubric_in_words(entry.note)) if entry.note else None


def columns_of_manifests(told: Iterable[HandIn], beside: Sequence[str]) -> dict[str, str]:
    """Return the further columns of manifests, and what each is called `beside` those of ours."""
    names = dict.fromkeys(name for each in told for name, _ in each.columns)
    return {name: f"{name} (manifest)" if name in beside else name for name in names}


def cells_of(hand_in: HandIn, names: Iterable[str]) -> Iterator[Cell]:
    """Yield what a manifest says of a submission in columns of these names."""
    return map(dict(hand_in.columns).get, names)


def _graded(place: RankedEntry, card: Scorecard) -> Iterator[Cell]:
    accepted = sum(result.accepted for result in card.results)
    yield from (card.score, card.max_score, accepted, len(card.results) + len(card.not_run))
    yield place.entry.rung
    yield None if card.holds is None else _yes(card.holds)
    share = place.slowest_share
    yield from (place.slowest, None if share is None else round(share, 4))
    yield from (place.reruns, place.grader_errors, _yes(card.complete), card.started_at)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _answer(answer: object) -> Cell:
    if answer is None or isinstance(answer, str):
        return answer
    if isinstance(answer, (int, float)) and not isinstance(answer, bool):
        return answer
    return json.dumps(answer)


REPORT = CsvReport

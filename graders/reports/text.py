"""Write a scorecard for a person: a line a case, the score, where it stands and where to begin.

All of it fits a terminal, unless all there is to tell is asked for. Of a batch, a leaderboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import ClassVar, TextIO

import msgspec

from graders.katas import all_katas
from graders.model.batch import Batch
from graders.model.installation import COMMAND
from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Files
from graders.model.suite import Case
from graders.model.text import in_a_shell, on_one_line
from graders.model.verdict import Verdict
from graders.reports.failure import (
    Command,
    Tell,
    brief,
    caps_in_words,
    circumstances,
    deciding_id,
    in_one_line,
    lines,
)
from graders.reports.format import Graded, Heading, Report
from graders.reports.invitation import invited_to, next_lines
from graders.reports.layout import (
    BLANK,
    Ink,
    Line,
    Screen,
    Side,
    command_lines,
    ending_of,
    folded,
    grid,
    indented,
    line,
    wrapped,
)
from graders.reports.score import (
    ASCII,
    CaseColumns,
    Marks,
    case_line,
    count,
    finding_blocks,
    found_lines,
    looked_at,
    not_run_lines,
    score_in_short,
    score_lines,
    shown_assessment,
)

DETAIL_INDENT = 4
MOST_LINES = 24  # so many lines a usual report takes: those of a terminal
MOST_OF_A_LOAD_ERROR = 14
_GAPS = 4  # so many blank lines set a report apart that has room for them
_NOTHING_TO_LOOK_AT = (Verdict.ACCEPTED, Verdict.NOT_OFFERED)


class TextReport(Report):
    several: ClassVar[bool] = True
    batches: ClassVar[bool] = True

    def __init__(
        self, stream: TextIO, *, hints: bool = True, full: bool = False, spoilers: bool = True
    ) -> None:
        """Write to `stream`; colour follows the terminal and `NO_COLOR`.

        With `full` every failure is told whole; without `spoilers` nothing tells an answer.
        """
        super().__init__(stream, hints=hints, full=full, spoilers=spoilers)
        self._screen = Screen(stream)
        self._tell: Tell = lambda explanation: ()
        self._command: Command | None = None
        self._course = CaseLines((), full=full)
        marks = Marks() if self._screen.can_show("✓✗·") else ASCII
        self._columns = CaseColumns(self._screen.width, 0, marks)
        self._cases = self._begun = self._done = 0
        self._suite = self._said = self._before_waiting = ""
        self._misses: list[Result] = []
        self._explained: set[Verdict] = set()
        self._boards_left_out = False

    def start(self, heading: Heading) -> None:
        super().start(heading)
        heading = self.heading or heading
        if heading.kata in all_katas():
            self._tell = all_katas()[heading.kata].tell
        self._command = Command(
            heading.submission, heading.try_options, heading.again, heading.program
        )
        self._course = CaseLines(heading.cases, full=self.full)
        self._cases = len(heading.cases)
        ids = [case.id for case in heading.cases]
        self._columns = CaseColumns.for_ids(ids, self._screen.width, self._columns.marks)
        what = f"kata {heading.kata}, isolation {heading.isolation}"
        if len(heading.submission) + 2 + len(what) <= self._screen.width:
            self._screen.write([((heading.submission, Ink.HEAD), (f"  {what}", Ink.PLAIN))])
        else:
            self._screen.write([line(heading.submission, Ink.HEAD), line(what)])
        if isinstance(heading.content, Files):
            self._screen.write(
                wrapped(_of_folder(heading.content, heading.entry), self._screen.width)
            )
        for caution in heading.cautions:
            self._screen.write(wrapped(caution, self._screen.width, Ink.CARE))
        if self.full:
            self._screen.gap()

    def case_started(self, case: Case) -> None:
        """Show on a terminal how far the run is; no name, as that case may be over long before."""
        self._begun += 1
        self._screen.live(f"case {self._begun} of {self._cases}, cap {case.cap_s:g} s")

    def waiting(self, what: str) -> bool:
        if what:
            self._before_waiting = self._screen.shown_live
        self._screen.live(what or self._before_waiting)
        return self._screen.is_live

    def case_finished(self, result: Result) -> None:
        self._done += 1
        if self._done >= self._begun:
            self._screen.live("")
        shown = self.tellable_result(result)
        if shown.suite != self._suite:
            self._screen.write(self._counted(self._suite))
            self._suite = shown.suite
        if shown.verdict not in _NOTHING_TO_LOOK_AT:
            self._misses.append(shown)
        for each, how in self._course.takes(shown):
            self._screen.write(self._shown(each, how))
        if self._done == self._cases and self._misses:
            self._screen.live("asking what the misses may come from")

    def finish(self, scorecard: Scorecard) -> None:
        self._screen.live("")
        if _is_unparsed(scorecard):
            return
        scorecard = self.tellable(scorecard)
        self._screen.write(self._counted(self._suite))
        self._screen.write(self._the_same())
        self._screen.write(self._not_offered())
        if not scorecard.stopped_at_first:
            self._screen.write(not_run_lines(scorecard.not_run, self._columns))
        if self.full:
            self._finish_in_full(scorecard)
        else:
            self._finish_in_short(scorecard)

    def _finish_in_full(self, scorecard: Scorecard) -> None:
        width, assessment = self._screen.width, shown_assessment(scorecard) if self.hints else None
        blocks = [tuple(score_lines(scorecard, width)), *found_lines(scorecard, width)]
        if assessment is not None:
            blocks.append(tuple(wrapped(assessment.evidence, width)))
            blocks.extend(finding_blocks(assessment, width))
        blocks.append(tuple(self._next(scorecard)))
        if caps := caps_in_words(scorecard.yardstick):
            blocks.append(tuple(wrapped(caps, width)))
        blocks.append(tuple(self._what_more()))
        for block in blocks:
            if block:
                self._screen.gap()
                self._screen.write(block)

    def _finish_in_short(self, scorecard: Scorecard) -> None:
        width, assessment = self._screen.width, shown_assessment(scorecard) if self.hints else None
        score = list(score_in_short(scorecard, width))
        last = list(self._next(scorecard))
        if assessment is not None:
            score.extend(wrapped(assessment.evidence, width))
        if beside := in_one_line(scorecard.results):
            last.extend(wrapped(beside, width, Ink.CARE))
        if caps := caps_in_words(scorecard.yardstick, doubtful_only=True):
            last.extend(wrapped(caps, width, Ink.CARE))
        last.extend(self._what_more())
        room = MOST_LINES - self._screen.written - len(score) - len(last)
        miss = self._miss(looked_at(scorecard), room)
        room -= len(miss)
        blocks = [score]
        for found in map(list, found_lines(scorecard, width)):
            if len(found) + _GAPS < room:
                blocks.append(found)
                room -= len(found)
        for block in (miss, last, *blocks):  # in the order in which they are worth a blank line
            if block and room > 0:
                block.insert(0, BLANK)
                room -= 1
        for block in (*blocks, miss, last):
            self._screen.write(block)

    def _miss(self, case_id: str, room: int) -> list[Line]:
        first = next((each for each in self._misses if each.id == case_id), None)
        first = first or next(iter(self._misses), None)
        if first is None or first.verdict is Verdict.LOAD_ERROR:
            return []
        width = self._screen.width
        return list(brief(first, self._tell, width, command=self._command, room=room))

    def _next(self, scorecard: Scorecard) -> Iterator[Line]:
        """Yield what comes next: where every point is there, what one is invited to."""
        if not self.hints:
            return
        command = self._command
        invited = [] if command is None else invited_to(scorecard, command)
        program = COMMAND if command is None else command.program
        assessment = shown_assessment(scorecard)
        hint = "" if assessment is None else assessment.hint
        yield from next_lines(hint, invited, self._screen.width, program)

    def _what_more(self) -> Iterator[Line]:
        called = any(each.verdict is not Verdict.LOAD_ERROR for each in self._misses)
        if not called or self._command is None:
            return
        more = "" if self.full else "--full shows everything."
        what, words = "Check the protocol:", self._command.for_rules
        if not words and self.hints:
            what, words = "A hint:", self._command.for_a_hint
        if not words:
            yield from wrapped(more, self._screen.width, Ink.QUIET)
            return
        whole = f"{more} {what} {in_a_shell(*words)}".lstrip()
        if len(whole) <= self._screen.width:
            yield line(whole, Ink.QUIET)
            return
        hand = command_lines(words, self._screen.width)
        beside = f"{what} {hand[0]}"
        together = len(hand) == 1 and len(beside) <= self._screen.width
        for each in (beside,) if together else (what, *hand):
            yield line(each, Ink.QUIET)

    def between(self) -> None:
        self._screen.write([line("")])

    def sum_up(self, graded: Sequence[Graded]) -> None:
        self._screen.write([line(""), *files_table(graded, self._screen.width)])

    def batch(self, batch: Batch) -> None:
        from graders.reports.leaderboard import lines_of  # noqa: PLC0415  # one file needs none

        how = {"full": self.full, "hints": self.hints}
        self._screen.write(lines_of(self.tellable_batch(batch), self._screen.width, **how))

    def _shown(self, result: Result, how: ResultDetail) -> Iterator[Line]:
        if how is ResultDetail.COUNTED:
            return
        if result.verdict is Verdict.LOAD_ERROR:
            if result.message != self._said:
                self._said = result.message
                yield from self._not_loaded(result)
            return
        yield case_line(result, self._columns, answers=self.spoilers)
        if not self.full:
            return
        width = self._screen.width - DETAIL_INDENT
        if how is ResultDetail.LINE:
            yield from indented(circumstances(result, width), DETAIL_INDENT)
            return
        told = lines(result, self._tell, width, command=self._command)
        yield BLANK
        yield from indented([*told, *self._left_out(result)], DETAIL_INDENT)
        yield BLANK

    def _left_out(self, result: Result) -> Iterator[Line]:
        """Say once that no more boards are kept: a scorecard has room for so many."""
        if result.explanation is not None:
            self._explained.add(result.verdict)
        elif result.verdict in self._explained and not self._boards_left_out:
            self._boards_left_out = True
            yield BLANK
            yield line("(boards are left out from here on; --case ID shows one)", Ink.QUIET)

    def _not_loaded(self, result: Result) -> Iterator[Line]:
        width = self._screen.width - DETAIL_INDENT
        told = list(folded(result.message, width))
        if not self.full and len(told) > MOST_OF_A_LOAD_ERROR:
            left = len(told) - MOST_OF_A_LOAD_ERROR + 1
            told[2 : 2 + left] = [line(f"… {left} more lines: --full …", Ink.QUIET)]
        yield line("Fix this first:", Ink.HEAD)
        yield from indented(told, DETAIL_INDENT)

    def _the_same(self) -> Iterator[Line]:
        held = self._course.held
        if not held or held[0].verdict is Verdict.LOAD_ERROR:
            return
        cases, thrown = count(len(held), "more case"), held[0].thrown
        what = f"{cases} ended the same: {held[0].verdict.in_words}"
        if thrown is not None:
            where = f" in {thrown.function}" if thrown.function else ""
            what = f"{cases} raised the same: {thrown.type.rpartition('.')[2]}{where}"
        yield ((self._columns.marks.missed, Ink.BAD), (f" {what}", Ink.PLAIN))

    def _not_offered(self) -> Iterator[Line]:
        for message, cases in self._course.not_offered.items():
            what = f"{count(cases, 'case')} not offered: {message}"
            mark, *rest = wrapped(what, self._screen.width - 2)
            yield ((f"{self._columns.marks.missed} ", Ink.BAD), *mark)
            yield from indented(rest, 2)

    def _counted(self, suite: str) -> Iterator[Line]:
        counted = self._course.counted.pop(suite, None)
        if counted is None:
            return
        if not counted.missed:
            what = f" {count(counted.accepted, 'case')} of {suite} accepted"
            yield ((self._columns.marks.accepted, Ink.GOOD), (what, Ink.PLAIN))
            return
        also = f", {counted.accepted} accepted" if counted.accepted else ""
        what = f" {count(counted.missed, 'more case')} of {suite} missed{also}"
        words = list(wrapped(what.strip(), self._screen.width - 2))
        yield ((self._columns.marks.missed, Ink.BAD), (" ", Ink.PLAIN), *words[0])
        yield from indented(words[1:], 2)


def _of_folder(files: Files, entry: str) -> str:
    called = f", of which {on_one_line(entry)} is called" if entry else ""
    return f"{count(len(files.files), 'file')}{called}"


def _is_unparsed(scorecard: Scorecard) -> bool:
    results = scorecard.results
    first = results[0].thrown if results else None
    return (
        first is not None
        and first.unparsed
        and all(result.verdict is Verdict.LOAD_ERROR for result in results)
    )


REPORT = TextReport
COLUMNS = ("file", "score", "accepted", "seconds", "first miss")
_OTHERS = sum(len(name) + 2 for name in COLUMNS[1:4]) + 2 * (len(COLUMNS) - 1)
"""The width of the others; tabulate makes room for two more than the name of a column."""
_LEAST = 12


def files_table(graded: Sequence[Graded], width: int) -> Iterator[Line]:
    """Return the table, not wider than `width`: of long names the ends are shown."""
    rows = [_row(each) for each in graded]
    most = max(_LEAST, (width - _OTHERS) // 2)
    first = max(len(row[-1]) for row in rows)
    files = max(_LEAST, width - _OTHERS - min(first, most))
    shown = [(ending_of(row[0], files), *row[1:-1], ending_of(row[-1], most)) for row in rows]
    sides: tuple[Side, ...] = ("left", "right", "right", "right", "left")
    yield from map(line, grid(COLUMNS, shown, align=sides).splitlines())


def _row(graded: Graded) -> tuple[str, ...]:
    card = graded.scorecard
    if card is None:
        return (graded.file, "-", "-", "-", graded.why_not)
    cases = len(card.results) + len(card.not_run)
    accepted = sum(result.accepted for result in card.results)
    seconds = sum(result.wall_s for result in card.results)
    return (
        graded.file,
        f"{card.score}/{card.max_score}",
        f"{accepted} of {cases}",
        f"{seconds:.2f}",
        _first_miss(card),
    )


def _first_miss(card: Scorecard) -> str:
    missed = next((result for result in card.results if not result.accepted), None)
    if missed is None:
        return "" if card.complete else "interrupted"
    return missed.verdict.in_words if not missed.wall_s else deciding_id(missed)


MOST_CASES = 10  # a longer run has no line for each of its cases
LINES = 6  # so many lines the cases of a longer run take, those of its suites together
Cause = tuple[str, ...]
"""What two failures have in common that are the same one: the exception and where it came from."""


class ResultDetail(Enum):
    WHOLE = auto()  # its line, and all there is to tell of it
    LINE = auto()
    COUNTED = auto()  # only in a line for all such cases of its suite


class SuiteCount(msgspec.Struct):
    suite: str
    accepted: int = 0
    missed: int = 0


class CaseLines:
    """Take the results of a run in order, and say how each is shown.

    Each has a line. Of a long run a suite has few lines: its first misses have one each, all
    others are counted. Where everything fails in the same way, one is shown and the others are
    `held`. With `full` everything is shown whole.
    """

    def __init__(self, cases: Sequence[Case], *, full: bool) -> None:
        suites = [case.id.split("/", 1)[0] for case in cases]
        share = max(2, LINES // max(1, len(set(suites))))
        is_long = len(cases) > MOST_CASES
        self._large = {suite for suite in suites if is_long and suites.count(suite) > share}
        self._misses = share - 1
        self._full = full
        self._missed_lines: dict[str, int] = {}
        self._all_the_same: Cause | None = None
        self._seen = 0
        self.held: list[Result] = []
        self.counted: dict[str, SuiteCount] = {}
        self.not_offered: dict[str, int] = {}
        """How many cases each part would have been needed for, by what is said of it."""

    def takes(self, result: Result) -> Iterator[tuple[Result, ResultDetail]]:
        self._seen += 1
        cause = cause_of(result)
        if self._full:
            yield result, ResultDetail.LINE if result.accepted else ResultDetail.WHOLE
            return
        if self._seen == 1:
            self._all_the_same = cause
        elif cause is not None and cause == self._all_the_same:
            self.held.append(result)
            return
        elif self._all_the_same is not None:
            self._all_the_same = None
            for earlier in self.held:
                yield earlier, self._line(earlier)
            self.held = []
        yield result, self._how(result)

    def _how(self, result: Result) -> ResultDetail:
        if result.verdict is Verdict.NOT_OFFERED:
            self.not_offered[result.message] = self.not_offered.get(result.message, 0) + 1
            return ResultDetail.COUNTED
        return self._line(result)

    def _line(self, result: Result) -> ResultDetail:
        if result.suite not in self._large:
            return ResultDetail.LINE
        if result.accepted:
            self._count(result.suite).accepted += 1
            return ResultDetail.COUNTED
        lines = self._missed_lines.get(result.suite, 0) + 1
        self._missed_lines[result.suite] = lines
        if lines <= self._misses:
            return ResultDetail.LINE
        self._count(result.suite).missed += 1
        return ResultDetail.COUNTED

    def _count(self, suite: str) -> SuiteCount:
        return self.counted.setdefault(suite, SuiteCount(suite))


def cause_of(result: Result) -> Cause | None:
    """Return what a failure has in common with others that are the same; None where nothing has.

    >>> cause_of(Result("a/b", Verdict.WRONG_ANSWER, 0, 1, 2.0, message="no"))
    """
    if result.verdict is Verdict.RUNTIME_ERROR and result.thrown is not None:
        return (result.verdict, result.thrown.type, result.thrown.function)
    if result.verdict in (Verdict.RUNTIME_ERROR, Verdict.LOAD_ERROR, Verdict.GRADER_ERROR):
        return (result.verdict, result.message)
    return None

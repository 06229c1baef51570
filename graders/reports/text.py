"""Write a scorecard for a person: a line a case, then the score, then where to begin.

Of a batch, a leaderboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, TextIO

from graders.katas import all_katas
from graders.model.batch import Batch
from graders.model.files import Files
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.case_line import ASCII, Columns, Marks, case_line
from graders.reports.circumstances import circumstances
from graders.reports.course import Course, How
from graders.reports.failure import Tell, lines, reminder
from graders.reports.found import found_lines
from graders.reports.in_hand import Command, decided
from graders.reports.lines import BLANK, Ink, Line, folded, indented, line, wrapped
from graders.reports.report import Graded, Heading, Report
from graders.reports.score import count, not_run_lines, score_lines
from graders.reports.screen import Screen
from graders.reports.spoilers import without_spoilers

DETAIL_INDENT = 4
_NOTHING_TO_LOOK_AT = (Verdict.ACCEPTED, Verdict.NOT_OFFERED)


class TextReport(Report):
    """Write line by line, in colour and with a live line where the stream is a terminal."""

    name: ClassVar[str] = "text"
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
        self._course = Course((), full=full)
        marks = Marks() if self._screen.can_show("✓✗·") else ASCII
        self._columns = Columns(self._screen.width, 0, marks)
        self._cases = self._begun = self._done = 0
        self._suite = ""
        self._first: Result | None = None
        self._more_after_first = False
        self._some_in_a_line = False
        self._explained: set[Verdict] = set()
        self._boards_left_out = False

    def start(self, heading: Heading) -> None:
        """Say whose file is graded by what, and what is not contained."""
        if heading.kata in all_katas():
            self._tell = all_katas()[heading.kata].tell
        self._command = Command(
            heading.submission, heading.try_options, heading.again, heading.entry
        )
        self._course = Course(heading.cases, full=self.full)
        self._cases = len(heading.cases)
        ids = [case.id for case in heading.cases]
        self._columns = Columns.for_ids(ids, self._screen.width, self._columns.marks)
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
        self._screen.gap()

    def case_started(self, case: Case) -> None:
        """Show on a terminal how far the run is; no name, as that case may be over long before."""
        self._begun += 1
        self._screen.live(f"case {self._begun} of {self._cases}, cap {case.cap_s:g} s")

    def case_finished(self, result: Result) -> None:
        """Write the case's line and, of the first failures, what there is to learn."""
        self._done += 1
        if self._done >= self._begun:
            self._screen.live("")
        shown = result if self.spoilers else without_spoilers(result)
        if shown.suite != self._suite:
            self._screen.write(self._counted(self._suite))
            self._suite = shown.suite
        self._more_after_first |= self._first is not None
        if shown.verdict not in _NOTHING_TO_LOOK_AT and self._first is None:
            self._first = shown
        for each, how in self._course.takes(shown):
            self._screen.write(self._shown(each, how))

    def finish(self, scorecard: Scorecard) -> None:
        """Write the score by suite, the standing on the ladder, and the first failure once more."""
        self._screen.live("")
        if _is_unparsed(scorecard):
            return
        self._screen.write(self._counted(self._suite))
        self._screen.write(self._the_same())
        self._screen.write(self._not_offered())
        if not scorecard.stopped_at_first:
            self._screen.write(not_run_lines(scorecard.not_run, self._columns))
        if scorecard.results or scorecard.not_run:
            self._screen.gap()
        self._screen.write(score_lines(scorecard, self._screen.width))
        for block in found_lines(scorecard, self._screen.width):
            self._screen.gap()
            self._screen.write(block)
        stands = self.hints and scorecard.standing is not None and scorecard.complete
        if stands and scorecard.standing is not None:
            self._screen.gap()
            self._paragraph("Rung", scorecard.standing.evidence)
            self._paragraph(
                "Next", f"{scorecard.standing.hint}\n{self._for_a_hint('For more than this')}"
            )
        if self._some_in_a_line or any(each.wall_s for each in self._course.held):
            self._screen.gap()
            self._screen.write(
                [line("More of every miss: --full; of one: kata show ID", Ink.QUIET)]
            )
            hint = self._for_a_hint("A hint on what comes first")
            if hint and self.hints and not stands:
                self._screen.write([line(hint, Ink.QUIET)])
        self._screen.write(self._for_rules())
        if stands or self._more_after_first:
            self._screen.write(self._once_more())

    def _for_a_hint(self, label: str) -> str:
        """Say how the next hint is had, where something was missed."""
        if self._first is None or self._command is None or not self._command.for_a_hint:
            return ""
        return f"{label}: {self._command.for_a_hint}"

    def _for_rules(self) -> Iterator[Line]:
        """Say of a program that missed something how it is told whether it keeps to the rules."""
        if self._first is not None and self._command is not None and self._command.for_rules:
            said = f"Whether it answers by the rules: {self._command.for_rules}"
            yield from folded(said, self._screen.width, Ink.QUIET)

    def between(self) -> None:
        """Leave room after the report before it."""
        self._screen.write([line("")])

    def sum_up(self, graded: Sequence[Graded]) -> None:
        """Write a table of the files."""
        from graders.reports.several import table  # noqa: PLC0415  # few runs are of several

        self._screen.write([line(""), *table(graded, self._screen.width)])

    def batch(self, batch: Batch) -> None:
        """Write a leaderboard; with `full` a long one whole."""
        from graders.reports.batch_text import lines_of  # noqa: PLC0415  # few runs are of many

        how = {"full": self.full, "hints": self.hints}
        self._screen.write(lines_of(batch, self._screen.width, **how))

    def _shown(self, result: Result, how: How) -> Iterator[Line]:
        if how is How.COUNTED:
            return
        if result.verdict is Verdict.LOAD_ERROR and how is How.WHOLE:
            yield from self._not_loaded(result)
            return
        yield case_line(result, self._columns, answers=self.spoilers)
        width = self._screen.width - DETAIL_INDENT
        if how is How.WHOLE:
            told = lines(result, self._tell, width, command=self._command)
            yield BLANK
            yield from indented([*told, *self._left_out(result)], DETAIL_INDENT)
            yield BLANK
            return
        self._some_in_a_line |= not result.accepted
        yield from indented(circumstances(result, width), DETAIL_INDENT)

    def _left_out(self, result: Result) -> Iterator[Line]:
        """Say once that no more boards are kept: a scorecard has room for so many."""
        if result.explanation is not None:
            self._explained.add(result.verdict)
        elif result.verdict in self._explained and not self._boards_left_out:
            self._boards_left_out = True
            yield BLANK
            yield line("(boards are left out from here on; --case ID shows one)", Ink.QUIET)

    def _not_loaded(self, result: Result) -> Iterator[Line]:
        """Show why there was nothing to call; where it is no Python, there is no more to say."""
        yield line("Fix this first:", Ink.HEAD)
        yield BLANK
        yield from indented(
            folded(result.message, self._screen.width - DETAIL_INDENT), DETAIL_INDENT
        )

    def _the_same(self) -> Iterator[Line]:
        """Say of all results that were held back in one line that they are the same failure."""
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
        """Say once of each part that is not there how many cases need it."""
        for message, cases in self._course.not_offered.items():
            what = f"{count(cases, 'case')} not offered: {message}"
            mark, *rest = wrapped(what, self._screen.width - 2)
            yield ((f"{self._columns.marks.missed} ", Ink.BAD), *mark)
            yield from indented(rest, 2)

    def _counted(self, suite: str) -> Iterator[Line]:
        """Say how many cases of a suite had no line of their own."""
        counted = self._course.counted.pop(suite, None)
        if counted is None:
            return
        if counted.missed:
            what = f" {count(counted.missed, 'more case')} of {suite} missed (--full shows all)"
            yield ((self._columns.marks.missed, Ink.BAD), (what, Ink.PLAIN))
        if counted.accepted:
            what = f" {count(counted.accepted, 'case')} of {suite} accepted"
            yield ((self._columns.marks.accepted, Ink.GOOD), (what, Ink.PLAIN))

    def _once_more(self) -> Iterator[Line]:
        first = self._first
        if first is None or first.verdict in (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR):
            return
        yield BLANK
        heading = f"First to look at: {decided(first)}"
        yield from wrapped(heading, self._screen.width, Ink.HEAD, hanging=2)
        width = self._screen.width - DETAIL_INDENT
        yield from indented(
            reminder(first, self._tell, width, command=self._command), DETAIL_INDENT
        )

    def _paragraph(self, label: str, text: str) -> None:
        width = self._screen.width - DETAIL_INDENT
        self._screen.write([line(label, Ink.HEAD)])
        self._screen.write(indented(wrapped(text.rstrip(), width), DETAIL_INDENT))


def _of_folder(files: Files, entry: str) -> str:
    """Say how many files a folder has, and which of them is called, where that is known."""
    called = f", of which {on_one_line(entry)} is called" if entry else ""
    return f"{count(len(files.files), 'file')}{called}"


def _is_unparsed(scorecard: Scorecard) -> bool:
    """Tell whether no case was called, as the file could not even be parsed."""
    results = scorecard.results
    first = results[0].thrown if results else None
    return (
        first is not None
        and first.unparsed
        and all(result.verdict is Verdict.LOAD_ERROR for result in results)
    )


REPORT = TextReport

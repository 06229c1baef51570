"""Write a scorecard for a person: a line a case as it finishes, then why, then the score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, TextIO

from rich.console import Console
from rich.text import Text

from graders.katas import all_katas
from graders.model.explanation import Explanation
from graders.model.picture import Picture
from graders.model.scorecard import NotRun, Result, Scorecard, singles
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.reports.boards import Ink, drawn
from graders.reports.report import Heading, Report

if TYPE_CHECKING:
    from rich.status import Status

VERDICT_WIDTH = max(len(verdict.in_words) for verdict in Verdict)
SHOWN_OUTPUT_LINES = 12
SHOWN_ANSWER = 12
SHOWN_NOT_RUN = 12
DETAIL_INDENT = 4
_UNEXPLAINED = (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)
_COLOURS = {Ink.PLAIN: "", Ink.FIRST: "bold red", Ink.SECOND: "bold yellow"}


class _Plain(Console):
    """Write as rich does, and leave it to the command to say that nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704  # called where the exception is being handled


Tell = Callable[[Explanation], Iterable[str | Picture]]


class TextReport(Report):
    """Write line by line, in colour and with a live status where the stream is a terminal."""

    name: ClassVar[str] = "text"

    def __init__(self, stream: TextIO, *, hints: bool = True) -> None:
        """Write to `stream`; colour follows the terminal and `NO_COLOR`."""
        super().__init__(stream, hints=hints)
        self._console = _Plain(file=stream, highlight=False, markup=False, soft_wrap=True)
        self._id_width = 0
        self._status: Status | None = None
        self._grader_errors_shown: set[str] = set()
        self._load_error = ""
        self._not_loaded = 0
        self._boards_drawn = False
        self._boards_left_out = False
        self._tell: Tell = lambda explanation: ()

    def start(self, heading: Heading) -> None:
        """Say whose file is graded by what, and what is not contained."""
        if heading.kata in all_katas():
            self._tell = all_katas()[heading.kata].tell
        self._id_width = max((len(case.id) for case in heading.cases), default=0)
        self._line(
            Text.assemble(
                (heading.submission, "bold"),
                f"  kata {heading.kata}, isolation {heading.isolation}",
            )
        )
        for caution in heading.cautions:
            self._line(Text(caution, "yellow"))
        self._line()

    def case_started(self, case: Case) -> None:
        """Show on a terminal which case is running."""
        if self._console.is_terminal:
            self._status = self._console.status(Text(f"{case.id} (cap {case.cap_s:g} s)"))
            self._status.start()

    def case_finished(self, result: Result) -> None:
        """Write the case's line and, where it was missed, what there is to learn.

        A file that cannot be loaded fails every case in the same way: they are only counted.
        """
        self._stop_status()
        if result.verdict is Verdict.LOAD_ERROR and result.message == self._load_error:
            self._not_loaded += 1
            return
        self._count_not_loaded()
        self._line(self._case_line(result))
        for text in self._details(result):
            self._line_indented(text)
        if result.verdict is Verdict.LOAD_ERROR:
            self._load_error = result.message

    def finish(self, scorecard: Scorecard) -> None:
        """Write the score by suite and, with hints, the standing on the ladder."""
        self._stop_status()
        self._count_not_loaded()
        for line in _not_run_lines(scorecard.not_run, self._id_width):
            self._line(line)
        self._line()
        for line in _score_lines(scorecard):
            self._line(line)
        if self.hints and scorecard.standing is not None and scorecard.complete:
            self._line()
            self._paragraph("Rung", scorecard.standing.evidence)
            self._paragraph("Next", scorecard.standing.hint)

    def _stop_status(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def _count_not_loaded(self) -> None:
        if self._not_loaded:
            self._line(Text(f"… and {_count(self._not_loaded, 'more case')} for the same reason"))
        self._not_loaded = 0

    def _details(self, result: Result) -> Iterable[Text]:
        for single in singles([result]):
            yield from _circumstances(single, _member_in_words(result, single.id))
        if result.accepted:
            return
        if result.members:
            yield Text(f"missed: {_member_in_words(result, result.decided_by)}")
        if result.verdict is Verdict.GRADER_ERROR:
            if result.message in self._grader_errors_shown:
                yield Text("for the same reason as above")
                return
            self._grader_errors_shown.add(result.message)
        yield from _reason(result)
        yield from self._explanation(result)
        yield from _captured("stdout", result.stdout)
        yield from _captured("stderr", result.stderr)

    def _explanation(self, result: Result) -> Iterable[Text]:
        if result.explanation is not None:
            self._boards_drawn = True
            for part in self._tell(result.explanation):
                yield from _in_colour(part) if isinstance(part, Picture) else [Text(part)]
        elif (
            self._boards_drawn
            and not self._boards_left_out
            and result.wall_s
            and result.verdict not in _UNEXPLAINED
        ):
            self._boards_left_out = True
            yield Text("(boards are left out from here on; run with --case to see one)", "dim")

    def _case_line(self, result: Result) -> Text:
        colour = "green" if result.accepted else "red"
        if result.verdict is Verdict.GRADER_ERROR:
            colour = "magenta"
        head = Text(f"{result.id:<{self._id_width}}  ")
        if not result.cap_s or result.verdict is Verdict.LOAD_ERROR:
            return head.append(result.verdict.in_words, colour)  # nothing was called
        head.append(f"{result.verdict.in_words:<{VERDICT_WIDTH}}", colour)
        whole = (
            f"  {_answer(result):>{SHOWN_ANSWER}}"
            f"  wall {result.wall_s:6.3f} s  cpu {result.cpu_s:6.3f} s  cap {result.cap_s:g} s"
        )
        if self._console.is_terminal and len(head) + len(whole) > self._console.width:
            return head.append(f"  {_answer(result)}  {result.wall_s:.3f} s")
        return head.append(whole)

    def _paragraph(self, label: str, text: str) -> None:
        self._line(Text(label, "bold"))
        self._line_indented(Text(text))

    def _line_indented(self, text: Text) -> None:
        if self._console.is_terminal:
            from rich.padding import Padding  # noqa: PLC0415  # no other stream needs it

            self._console.print(Padding(text, (0, 0, 0, DETAIL_INDENT)), soft_wrap=False)
        else:
            self._line(Text(" " * DETAIL_INDENT).append_text(text))

    def _line(self, text: Text | None = None) -> None:
        self._console.print(text or "", soft_wrap=not self._console.is_terminal)


def _answer(result: Result) -> str:
    """Return what was answered, of a group that is accepted how many answers were right."""
    if result.members and result.accepted:
        return f"{len(result.members)} of {result.group_size}"
    if result.long_answer or not isinstance(result.answer, (int, str, float)):
        return "-"
    shown = str(result.answer) if not isinstance(result.answer, str) else repr(result.answer)
    return shown if len(shown) <= SHOWN_ANSWER else shown[: SHOWN_ANSWER - 1] + "…"


def _member_in_words(group: Result, member_id: str) -> str:
    """Say which member of a group it is; nothing where the result is no group's.

    >>> group = Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, group_size=3)
    >>> _member_in_words(group, "a/b#2~swap")
    'member 2 of 3 (a/b#2~swap)'
    """
    if not group.group_size:
        return ""
    number = member_id.partition("#")[2].partition("~")[0]
    return f"member {number} of {group.group_size} ({member_id})"


def _circumstances(result: Result, member: str) -> Iterable[Text]:
    of_what = f"{member}: " if member else ""
    if result.attempts:
        tries = ", ".join(f"{a.verdict.in_words} in {a.wall_s:.2f} s" for a in result.attempts)
        yield Text(f"{of_what}{_rerun(result)}; runs: {tries}", "yellow")
    for warning in result.warnings:
        yield Text(f"{of_what}warning: {warning}", "yellow")


def _reason(result: Result) -> Iterable[Text]:
    for line in result.message.splitlines():
        yield Text(line)
    for line in result.traceback.splitlines():
        yield Text(line, "dim")


def _rerun(result: Result) -> str:
    busy = result.doubt is not None and result.doubt.machine_was_busy
    what = "the machine was busy" if busy else "the time was in doubt"
    return f"re-run: {what} ({result.rerun_because})"


def _captured(name: str, text: str) -> Iterable[Text]:
    lines = text.splitlines()
    if not lines:
        return
    yield Text(f"{name} of the submission:", "bold")
    for line in lines[:SHOWN_OUTPUT_LINES]:
        yield Text(f"| {line}", "dim")
    if len(lines) > SHOWN_OUTPUT_LINES:
        yield Text(f"| … {len(lines) - SHOWN_OUTPUT_LINES} more lines; see --format json", "dim")


def _in_colour(picture: Picture) -> Iterable[Text]:
    for line in drawn(picture):
        yield Text.assemble(*((text, _COLOURS[ink]) for text, ink in line))


def _not_run_lines(not_run: Sequence[NotRun], width: int) -> Iterable[Text]:
    not_run = [case for case in not_run if case.cap_s]
    shown = not_run if len(not_run) <= SHOWN_NOT_RUN else not_run[: SHOWN_NOT_RUN - 1]
    for case in shown:
        yield Text.assemble(f"{case.id:<{width}}  ", ("not run", "yellow"))
    if len(not_run) > len(shown):
        yield Text(f"… and {len(not_run) - len(shown)} more cases not run", "yellow")


def _score_lines(scorecard: Scorecard) -> Iterable[Text]:
    suites: dict[str, tuple[list[Result], list[NotRun]]] = {}
    for result in scorecard.results:
        if result.cap_s:  # otherwise nothing of a suite was chosen or called
            suites.setdefault(result.suite, ([], []))[0].append(result)
    for case in scorecard.not_run:
        if case.cap_s:
            suites.setdefault(case.suite, ([], []))[1].append(case)
    width = max((len(name) for name in [*suites, "score"]), default=0)
    for name, (results, not_run) in suites.items():
        accepted = sum(result.accepted for result in results)
        points = sum(result.points for result in results)
        most = sum(result.max_points for result in results)
        most += sum(case.max_points for case in not_run)
        cases = len(results) + len(not_run)
        left = f", {len(not_run)} not run" if not_run else ""
        yield Text(
            f"{name:<{width}}  {points}/{most} points, {accepted} of {cases} cases accepted{left}"
        )
    total = Text(f"{'score':<{width}}  {scorecard.score}/{scorecard.max_score}", "bold")
    for words, colour in _reservations(scorecard):
        total.append(f"  {words}", colour)
    yield total
    if any(result.variant for result in scorecard.results):
        yield _holds_line(scorecard)


def _reservations(scorecard: Scorecard) -> Iterable[tuple[str, str]]:
    """Say what keeps the score from being taken at its word."""
    if not scorecard.complete:
        cases = len(scorecard.results) + len(scorecard.not_run)
        left = len(scorecard.not_run)
        what = f"{left} of {cases} cases not run" if scorecard.results else "no case was run"
        yield f"interrupted, {what}: this is no final score", "yellow"
    if lost := len(scorecard.lost):
        yield f"but it loses {_count(lost, 'variant')} of cases that it solves", "red"
    if ours := scorecard.grader_errors:
        words = f"the grader itself failed on {_count(ours, 'case')}: this is no score to rely on"
        yield words, "magenta"


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _holds_line(scorecard: Scorecard) -> Text:
    says = "holds under mirror and colour swap: "
    if scorecard.holds is None:
        why = (
            "the run was interrupted"
            if not scorecard.complete
            else "what is solved shows too little"
        )
        return Text(f"{says}{why}", "yellow")
    if scorecard.holds:
        return Text(f"{says}yes", "green")
    lost = scorecard.lost
    shown = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
    return Text(f"{says}no ({shown})", "red")


REPORT = TextReport

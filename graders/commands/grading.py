"""Grade one file or several as `kata grade` is asked to: report, exit code, history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import asdict, replace

from graders.commands.output import GRADER_ERROR, NOT_ACCEPTED, OK, USAGE, Output, say
from graders.commands.signals import INTERRUPTED
from graders.grading.grade_file import Start, check_may_grade_several, grade_file
from graders.model.scorecard import Scorecard
from graders.model.submission import Command
from graders.model.usage import UsageError
from graders.model.verdict import Verdict
from graders.reports.progress import in_words
from graders.reports.report import Graded, Heading, Report
from graders.sandbox.isolation import Isolation
from graders.sandbox.leases import Awaited, What, told_to

_NOT_CONTAINED = (
    "isolation limits: {} NOT contained, so grade only files you trust, or install bubblewrap "
    "(Debian, Ubuntu: apt install bubblewrap)"
)
_NOT_CONTAINED_AS = "isolation limits: {} NOT contained, so grade only files you trust; {}"
_NOTHING_CONTAINED = "isolation plain: nothing is contained; it is for your own files alone"
_OPEN_BEHIND_WALLS = "programs that listen on a socket file are"
_OPEN_WITHOUT = "the network, other files and other processes of the user are"


class GradeOptions(msgspec.Struct, frozen=True):
    """What is asked of every file: the arguments of `grade_file` of these names."""

    kata: str | None
    driver: Path | None
    suites: tuple[str, ...]
    case: str | tuple[str, ...]
    cap_s: float | None
    isolation: str
    variants: bool
    stretch: bool
    allow: tuple[str, ...]
    allow_from: Path | None
    rerun: bool
    stop_at_first: bool
    entry: str | None = None


def grade_one(
    file: Path | Command, options: GradeOptions, report: Report, where: Output
) -> Scorecard:
    """Grade a file, or a program, and write its report."""
    again = _again(file, options) if isinstance(file, Command) else ()
    with told_to(_Waits(report)):
        scorecard = grade_file(
            file,
            **asdict(options),
            on_start=where.writing(lambda start: report.start(_heading(start, options, again))),
            on_case=where.writing(report.case_started),
            on_result=where.writing(report.case_finished),
        )
    where.writing(report.finish)(scorecard)
    return scorecard


def grade_several(
    files: Sequence[Path], options: GradeOptions, make: Callable[[], Report], where: Output
) -> int | None:
    """Grade files one after the other, then sum them up; return the worst of the exit codes.

    What is wrong with one of them is said on stderr and costs no other its turn. None where the
    run was interrupted; the files that are left are then named as not graded. Raises `UsageError`
    where the isolation is for one's own files alone.
    """
    check_may_grade_several(options.isolation)
    graded: list[Graded] = []
    codes: list[int] = []
    try:
        for file in files:
            report = make()
            if graded:
                where.writing(report.between)()
            try:
                card = grade_one(file, options, report, where)
            except UsageError as error:
                say(str(error))
                graded.append(Graded(str(file), why_not="not graded"))
                codes.append(USAGE)
                continue
            graded.append(Graded(str(file), card))
            codes.append(exit_code(card) if was_to_end(card) else INTERRUPTED)
            if codes[-1] == INTERRUPTED:
                break
    except KeyboardInterrupt:
        codes.append(INTERRUPTED)
    graded.extend(Graded(str(file), why_not="not graded") for file in files[len(graded) :])
    where.writing(make().sum_up)(graded)
    where.close(complete=INTERRUPTED not in codes)
    return None if INTERRUPTED in codes else max(codes)


def exit_code(scorecard: Scorecard) -> int:
    """Return the exit code that says how a submission did; our own fault goes before theirs.

    Everything that was graded has to be accepted, variants that count no points included, and
    nothing graded at all is no success.

    >>> from graders.model.provenance import Submitted
    >>> from graders.model.scorecard import Scorecard
    >>> exit_code(Scorecard(Submitted("a.py"), "best_move", "limits", ()))
    1
    """
    verdicts = {result.verdict for result in scorecard.results}
    if Verdict.GRADER_ERROR in verdicts:
        return GRADER_ERROR
    if not was_to_end(scorecard):
        return INTERRUPTED
    return OK if verdicts == {Verdict.ACCEPTED} else NOT_ACCEPTED


def was_to_end(scorecard: Scorecard) -> bool:
    """Tell whether a run ended as it was to: at its last case, or at the first failure if asked."""
    return scorecard.complete or scorecard.stopped_at_first


def only_failed(options: GradeOptions, file: Path, patterns: Sequence[str]) -> GradeOptions:
    """Return the options for what the file failed last time; for all of it where nothing did."""
    from graders.practice.progress import failed_before  # noqa: PLC0415  # 8 ms

    again = failed_before(file, options.kata, options.suites, patterns)
    if again is None:
        say("nothing failed when it was last graded, so this is the whole of it")
        return options
    return replace(
        options,
        case=again.patterns,
        stretch=options.stretch or again.stretch,
        variants=options.variants or again.variants,
    )


def remember(file: Path, scorecard: Scorecard, *, shipped: bool) -> None:
    """Add a run to the history; what cannot be written is said and changes nothing else.

    `shipped` tells that no suites were named.
    """
    from graders.practice import history  # noqa: PLC0415  # 5 ms that the first case need not wait for

    try:
        history.record(file, scorecard, shipped=shipped)
    except history.HistoryError as error:
        say(str(error))


def cautions(isolation: str) -> tuple[str, ...]:
    """Say what is not contained at a level of isolation, where that is anything to speak of."""
    if isolation == Isolation.PLAIN:
        return (_NOTHING_CONTAINED,)
    if isolation != Isolation.LIMITS:
        return ()
    from graders.sandbox import bubblewrap  # noqa: PLC0415  # Linux alone has it

    left_open = _OPEN_BEHIND_WALLS if bubblewrap.limits_are_walled() else _OPEN_WITHOUT
    if why := bubblewrap.why_it_failed():
        return (_NOT_CONTAINED_AS.format(left_open, why),)
    return (_NOT_CONTAINED.format(left_open),)


class _Waits:
    """Show long waits in the live line of a report or, the first of each kind, on stderr."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._said: set[What] = set()

    def __call__(self, awaited: Awaited | None) -> None:
        words = "" if awaited is None else in_words(awaited)
        if self._report.waiting(words) or awaited is None or awaited.what in self._said:
            return
        self._said.add(awaited.what)
        say(words)


def _again(command: Command, options: GradeOptions) -> tuple[str, ...]:
    shown = (word for path in command.shown for word in ("--with", str(path)))
    kata = ("--kata", options.kata) if options.kata else ()
    return ("kata", "grade", "--command", command.said, *shown, *kata)


def _heading(start: Start, options: GradeOptions, again: tuple[str, ...]) -> Heading:
    named = tuple(word for suite in options.suites for word in ("--suite", suite))
    if options.entry is not None:
        named += ("--entry", options.entry)
    return Heading(
        start.submission,
        start.kata,
        start.isolation,
        start.cases,
        cautions(start.isolation),
        named,
        start.content,
        again,
        start.entry,
    )

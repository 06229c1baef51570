"""Grade one file or several as `kata grade` is asked to, and report on each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import asdict, replace

from graders.commands.exits import INTERRUPTED, USAGE, exit_code, say, was_to_end
from graders.commands.output import Output
from graders.grading.pipeline import Start, check_may_grade_several, grade_file
from graders.model.scorecard import Scorecard
from graders.model.submission import Command
from graders.model.usage import UsageError
from graders.reports.awaited import in_words
from graders.reports.report import Graded, Heading, Report
from graders.sandbox.isolation import Isolation
from graders.sandbox.waiting import Awaited, What, told_to

_NOT_CONTAINED = (
    "isolation limits: {} NOT contained, so grade only files you trust, or install bubblewrap "
    "(Debian, Ubuntu: apt install bubblewrap)"
)
_NOT_CONTAINED_AS = "isolation limits: {} NOT contained, so grade only files you trust; {}"
_NOTHING_CONTAINED = "isolation plain: nothing is contained; it is for your own files alone"
_OPEN_BEHIND_WALLS = "programs that listen on a socket file are"
_OPEN_WITHOUT = "the network, other files and other processes of the user are"


class Wish(msgspec.Struct, frozen=True):
    """Hold what is asked of every file: the arguments of `grade_file` of these names."""

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


def only_failed(wish: Wish, file: Path, patterns: Sequence[str]) -> Wish:
    """Return the wish for what the file failed last time; for all of it where nothing did."""
    from graders.practice.again import failed_before  # noqa: PLC0415  # others do not wait for it

    again = failed_before(file, wish.kata, wish.suites, patterns)
    if again is None:
        say("nothing failed when it was last graded, so all of it is graded")
        return wish
    return replace(
        wish,
        case=again.patterns,
        stretch=wish.stretch or again.stretch,
        variants=wish.variants or again.variants,
    )


def grade_one(file: Path | Command, wish: Wish, report: Report, where: Output) -> Scorecard:
    """Grade a file, or a program, and write its report."""
    again = _again(file, wish) if isinstance(file, Command) else ()
    with told_to(_Waits(report)):
        scorecard = grade_file(
            file,
            **asdict(wish),
            on_start=where.writing(lambda start: report.start(_heading(start, wish, again))),
            on_case=where.writing(report.case_started),
            on_result=where.writing(report.case_finished),
        )
    where.writing(report.finish)(scorecard)
    return scorecard


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


def grade_several(
    files: Sequence[Path], wish: Wish, make: Callable[[], Report], where: Output
) -> int | None:
    """Grade files one after the other, then sum them up; return the worst of the exit codes.

    What is wrong with one of them is said on stderr and costs no other its turn. None where the
    run was interrupted; the files that are left are then named as not graded. Raises `UsageError`
    where the isolation is for one's own files alone.
    """
    check_may_grade_several(wish.isolation)
    graded: list[Graded] = []
    codes: list[int] = []
    try:
        for file in files:
            report = make()
            if graded:
                where.writing(report.between)()
            try:
                card = grade_one(file, wish, report, where)
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


def _again(command: Command, wish: Wish) -> tuple[str, ...]:
    """Return the words that grade a program once more."""
    shown = (word for path in command.shown for word in ("--with", str(path)))
    kata = ("--kata", wish.kata) if wish.kata else ()
    return ("kata", "grade", "--command", command.said, *shown, *kata)


def _heading(start: Start, wish: Wish, again: tuple[str, ...]) -> Heading:
    named = tuple(word for suite in wish.suites for word in ("--suite", suite))
    if wish.entry is not None:
        named += ("--entry", wish.entry)
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


def cautions(isolation: str) -> tuple[str, ...]:
    """Say what is not contained at a level of isolation, where that is anything to speak of."""
    if isolation == Isolation.PLAIN:
        return (_NOTHING_CONTAINED,)
    if isolation != Isolation.LIMITS:
        return ()
    from graders.sandbox import trial  # noqa: PLC0415  # Linux alone has it

    left_open = _OPEN_BEHIND_WALLS if trial.limits_are_walled() else _OPEN_WITHOUT
    if why := trial.why_it_failed():
        return (_NOT_CONTAINED_AS.format(left_open, why),)
    return (_NOT_CONTAINED.format(left_open),)

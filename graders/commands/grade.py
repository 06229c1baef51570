"""Offer `kata grade`: a submission or several, their cases, a verdict each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec
from msgspec.structs import asdict, replace

from graders.channel.commands import command_of
from graders.commands.options import (
    case_option,
    command_options,
    driver_option,
    entry_option,
    format_option,
    grading_options,
    kata_option,
    report_options,
    suite_option,
)
from graders.commands.output import Output, needs, say
from graders.commands.signals import as_interrupts
from graders.grading.grade_file import Start, check_may_grade_several, grade_file
from graders.katas import all_katas
from graders.model.exit_codes import GRADER_ERROR, INTERRUPTED, NOT_ACCEPTED, OK, USAGE
from graders.model.installation import kata_program
from graders.model.scorecard import Scorecard
from graders.model.submission import Command
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict
from graders.reports import formats
from graders.reports.format import Graded, Heading, Report
from graders.reports.waiting import waiting_message
from graders.sandbox.isolation import Isolation
from graders.sandbox.leases import Awaited, What, told_to

READERS = ("practise", "interview")


@click.command(
    name="grade",
    short_help="Grade a file or a folder and explain what it missed.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("files", metavar="FILE...", nargs=-1, type=click.Path(path_type=Path))
@command_options
@kata_option("The kata, if the file does not show which it is.")
@driver_option
@suite_option("A suite file, or a shipped suite by name (phase4); may be repeated.")
@entry_option
@case_option(
    "Only cases whose id matches, such as mate-in-9 or 'phase3/*'; mate-in-5#2 is one member "
    "of a group; may be repeated."
)
@click.option("-x", "--first", is_flag=True, help="Stop at the first case that fails.")
@click.option(
    "--failed", is_flag=True, help="Only cases that failed when the file was last graded."
)
@grading_options
@format_option(list(formats()))
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the report there at the end; that of an interrupted run goes beside it.",
)
@click.option(
    "--full", is_flag=True, help="Show every failure in full, and everything known about the file."
)
@report_options
@click.option(
    "--no-history",
    is_flag=True,
    help="Keep this run out of your history, which kata progress shows.",
)
def command(
    *,
    files: tuple[Path, ...],
    words: str | None,
    shown: tuple[Path, ...],
    kata_name: str | None,
    driver: Path | None,
    suite_names: tuple[str, ...],
    entry: str | None,
    patterns: tuple[str, ...],
    first: bool,
    failed: bool,
    cap_s: float | None,
    stretch: bool,
    variants: bool,
    play_out: bool | None,
    format_name: str,
    output: Path | None,
    isolation: str,
    allow: tuple[str, ...],
    allow_from: Path | None,
    full: bool,
    spoilers: bool,
    hints: bool,
    rerun: bool,
    no_history: bool,
) -> None:
    """Grade FILE: each case in a fresh process, under a wall-clock cap.

    A folder is one submission: its files may import one another, and one of them is called, which
    is --entry, or else solution.*, or else the one that defines what the kata asks for.

    Several files are graded one after another, with a table of all at the end (with --format json,
    one document per line); the worst exit code counts, and no history is written.

    With --command, a program in any language is graded in place of FILE; docs/protocol.md describes
    what it is asked, and kata check-protocol checks that it follows the rules.

    Exit code 0: all accepted, variants included; 1: something was not; 2: bad usage, file or
    suite, or the report cannot be written; 3: the grader itself failed somewhere; 130 and 143:
    interrupted, by Ctrl-C or SIGTERM. With --format exercism, 1 becomes 0, as its readers expect.

    \u0008
    Examples:
      kata grade my_solution.py
      kata grade my_solution.py --case mate-in-9 --full
      kata grade my_solution.py --failed -x
      kata grade my_game --entry game.py
      kata grade --command './bot --fast' --with data --kata NAME
      kata grade my_solution.py --format json --output score.json
    """
    _check_what_to_grade(files, words, shown, failed=failed)
    if stretch and suite_names:
        raise click.UsageError("--stretch adds to the shipped suites; with --suite, name phase4")
    if entry is not None and (len(files) > 1 or words is not None):
        raise click.UsageError("--entry names a file of one folder")
    if failed and len(files) > 1:
        raise click.UsageError("--failed is for one file: several leave no history")
    kind = formats()[format_name]
    if len(files) > 1 and not kind.several:
        instead = "; kata batch writes it for several" if kind.batches else ""
        raise click.UsageError(f"--format {format_name} is for one file{instead}")
    if kind.needs is not None:
        needs(*kind.needs)
    # Loaded while a signal may still end everything at once.
    if suite_names:
        list(all_katas())
    elif kata_name:
        all_katas().get(kata_name)
    options = GradeOptions(
        kata=kata_name,
        driver=driver,
        suites=suite_names,
        case=patterns or "*",
        cap_s=cap_s,
        isolation=isolation,
        variants=variants,
        stretch=stretch,
        play_out=play_out,
        allow=allow,
        allow_from=allow_from,
        rerun=rerun,
        stop_at_first=first,
        entry=entry,
    )
    with as_interrupts() as stopped:
        try:
            handed_in = files if words is None else (_program(words, shown),)
            where = Output(output, [*files, *map(Path, suite_names)], kind.begins_file)
            if failed:
                options = only_failed(options, files[0], patterns)
            make = partial(kind, where.stream, hints=hints, full=full, spoilers=spoilers)
            if len(files) > 1:
                code = grade_several(files, options, make, where)
                sys.exit(stopped() if code is None else code)
            scorecard = grade_one(handed_in[0], options, make(), where)
            where.close(complete=was_to_end(scorecard))
            own = not no_history and output is None and format_name == "text"
            if own and files:  # a candidate's own
                remember(files[0], scorecard, shipped=not suite_names)
        except KeyboardInterrupt:  # before there was anything to grade, or while it was reported
            sys.exit(stopped())
    sys.exit(_code(scorecard, kind) if was_to_end(scorecard) else stopped())


def _check_what_to_grade(
    files: tuple[Path, ...], words: str | None, shown: tuple[Path, ...], *, failed: bool
) -> None:
    """Raise `click.UsageError` unless there is either a file or a command, with what is its own."""
    if words is None and not files:
        raise click.UsageError("Missing argument 'FILE...', or a program as --command 'WORDS'.")
    if words is not None and files:
        raise click.UsageError("grade either files or a --command, not both at once")
    if shown and words is None:
        raise click.UsageError("--with is for a program: it needs --command")
    if failed and words is not None:
        raise click.UsageError("--failed is for a file: a command leaves no history")


def _program(words: str, shown: tuple[Path, ...]) -> Command:
    return command_of(words, shown)


def _code(scorecard: Scorecard, kind: type[Report]) -> int:
    """Return the exit code; a format may say that what the submission missed is none of it."""
    code = exit_code(scorecard)
    return OK if code == NOT_ACCEPTED and kind.exits_0_on_failures else code


_NOT_CONTAINED = (
    "isolation limits: {} NOT contained, so grade only files you trust, or install bubblewrap "
    "(Debian, Ubuntu: apt install bubblewrap)"
)
_NOT_CONTAINED_AS = "isolation limits: {} NOT contained, so grade only files you trust; {}"
_NOTHING_CONTAINED = "isolation plain contains nothing: use it only for your own files"
_OPEN_BEHIND_WALLS = "programs that listen on a socket file are"
_OPEN_WITHOUT = "the network, other files and other processes of the user are"


class GradeOptions(msgspec.Struct, frozen=True):
    kata: str | None
    driver: Path | None
    suites: tuple[str, ...]
    case: str | tuple[str, ...]
    cap_s: float | None
    isolation: str
    variants: bool
    stretch: bool
    play_out: bool | None
    allow: tuple[str, ...]
    allow_from: Path | None
    rerun: bool
    stop_at_first: bool
    entry: str | None = None


def grade_one(
    file: Path | Command, options: GradeOptions, report: Report, where: Output
) -> Scorecard:
    """Grade a file, or a program, and write its report."""
    again = _repeat_command(file, options) if isinstance(file, Command) else ()
    with told_to(_WaitMessages(report)):
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
    from graders.practice.past_runs import failed_before  # noqa: PLC0415  # 8 ms

    again = failed_before(file, options.kata, options.suites, patterns)
    if again is None:
        say("nothing failed when it was last graded, so every case is graded")
        return options
    return replace(
        options,
        case=again.patterns,
        stretch=options.stretch or again.stretch,
        variants=options.variants or again.variants,
        play_out=(again.play_out or None) if options.play_out is None else options.play_out,
    )


def remember(file: Path, scorecard: Scorecard, *, shipped: bool) -> None:
    """Add a run to the history; what cannot be written is said and changes nothing else.

    `shipped` tells that no suites were named.
    """
    from graders.practice import run_history  # noqa: PLC0415  # 5 ms that the first case need not wait for

    try:
        run_history.record(file, scorecard, shipped=shipped)
    except run_history.HistoryError as error:
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


class _WaitMessages:
    """Show long waits in the live line of a report or, the first of each kind, on stderr."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._said: set[What] = set()

    def __call__(self, awaited: Awaited | None) -> None:
        words = "" if awaited is None else waiting_message(awaited)
        if self._report.waiting(words) or awaited is None or awaited.what in self._said:
            return
        self._said.add(awaited.what)
        say(words)


def _repeat_command(command: Command, options: GradeOptions) -> tuple[str, ...]:
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
        start.suites,
        kata_program(),
    )

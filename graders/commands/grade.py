"""Offer `kata grade`: a submission or several, their cases, a verdict each."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from graders.commands.grading import (
    GradeOptions,
    exit_code,
    grade_one,
    grade_several,
    only_failed,
    remember,
    was_to_end,
)
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
from graders.commands.output import NOT_ACCEPTED, OK, Output, needs
from graders.commands.signals import as_interrupts
from graders.katas import all_katas
from graders.model.scorecard import Scorecard
from graders.model.submission import Command
from graders.reports import formats
from graders.reports.report import Report

READERS = ("practise", "interview")
"""Whom the help of `kata` lists it for."""


@click.command(
    name="grade",
    short_help="Grade a file or a folder and explain what it missed.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("files", metavar="FILE...", nargs=-1, type=click.Path(path_type=Path))
@command_options
@kata_option("The kata to grade by, if the file does not show which it is.")
@driver_option
@suite_option("A suite file, or a shipped suite by name (phase4); may be repeated.")
@entry_option
@case_option(
    "Only cases whose id matches, such as mate-in-9 or 'phase3/*'; mate-in-5#2 is one member "
    "of a group; may be repeated."
)
@click.option("-x", "--first", is_flag=True, help="Stop at the first case that is missed.")
@click.option("--failed", is_flag=True, help="Only what was missed when the file was last graded.")
@grading_options
@format_option(list(formats()))
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the report there, whole, at the end; an interrupted one beside it.",
)
@click.option(
    "--full", is_flag=True, help="Show every miss in full, and all that is known about the file."
)
@report_options
@click.option(
    "--no-history",
    is_flag=True,
    help="Leave no trace of this run in your history, which kata progress shows.",
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

    A folder is one submission too: its files import one another, and one of them is called, which
    is --entry, or else solution.*, or else the one that defines what is asked.

    Several files are graded one after the other, with a table of all at the end (with --format
    json a document a line); the worst exit code counts, and no history is written.

    With --command a program of any kind is graded in place of FILE; docs/protocol.md tells what it
    is asked, and kata check-protocol whether it answers by the rules.

    Exit code 0: all accepted, variants included; 1: something was not; 2: bad usage, file or
    suite, or the report cannot be written; 3: the grader itself failed somewhere; 130 and 143:
    interrupted, by Ctrl-C or SIGTERM. With --format exercism 1 is 0, as its readers demand.

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
    if kata_name or suite_names:
        all_katas()  # loaded while a signal may still end everything at once
    options = GradeOptions(
        kata=kata_name,
        driver=driver,
        suites=suite_names,
        case=patterns or "*",
        cap_s=cap_s,
        isolation=isolation,
        variants=variants,
        stretch=stretch,
        allow=allow,
        allow_from=allow_from,
        rerun=rerun,
        stop_at_first=first,
        entry=entry,
    )
    with as_interrupts() as stopped:
        try:
            handed_in = files if words is None else (_program(words, shown),)
            where = Output(output, [*files, *map(Path, suite_names)])
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
        raise click.UsageError("--with shows files to a program: it needs --command")
    if failed and words is not None:
        raise click.UsageError("--failed is for a file: a command leaves no history")


def _program(words: str, shown: tuple[Path, ...]) -> Command:
    from graders.channel.commands import command_of  # noqa: PLC0415  # 4 ms that no file needs

    return command_of(words, shown)


def _code(scorecard: Scorecard, kind: type[Report]) -> int:
    """Return the exit code; a format may say that what the submission missed is none of it."""
    code = exit_code(scorecard)
    return OK if code == NOT_ACCEPTED and kind.exits_0_on_failures else code

"""Offer `kata grade`: one submission, its cases, a verdict each."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import click

from graders.commands import completing
from graders.commands.exits import RefusalError, exit_code
from graders.commands.output import Output
from graders.commands.remembering import remember
from graders.commands.signals import as_interrupts
from graders.grading.pipeline import Start, grade_file
from graders.katas import all_katas
from graders.model.usage import UsageError
from graders.reports import formats
from graders.reports.report import Heading
from graders.sandbox.isolation import Isolation
from graders.suites import LONGEST_CAP_S

READERS = ("practise", "interview")
"""Whom the help of `kata` lists it for."""

_NOT_CONTAINED = (
    "isolation limits: {} NOT contained, so grade only files you trust, or install bubblewrap "
    "(Debian, Ubuntu: apt install bubblewrap)"
)
_NOTHING_CONTAINED = "isolation plain: nothing is contained; it is for your own files alone"
_OPEN_BEHIND_WALLS = "programs that listen on a socket file are"
_OPEN_WITHOUT = "the network, other files and other processes of the user are"


def _finite(
    context: click.Context, parameter: click.Parameter, value: float | None
) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it has to be a number of seconds", context, parameter)
    return value


@click.command(
    name="grade",
    short_help="Grade a file and explain what it missed.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--kata",
    "kata_name",
    metavar="NAME",
    shell_complete=completing.katas,
    help="The kata to grade by, if the file does not show which it is.",
)
@click.option(
    "--suite",
    "suite_names",
    multiple=True,
    metavar="PATH",
    shell_complete=completing.suites,
    help="A suite file, or a shipped suite by name (phase4); may be repeated.",
)
@click.option(
    "--case",
    "patterns",
    multiple=True,
    metavar="GLOB",
    shell_complete=completing.cases,
    help="Only cases whose id matches, such as mate-in-9 or 'phase3/*'; mate-in-5#2 is one member "
    "of a group; may be repeated.",
)
@click.option(
    "--cap",
    "cap_s",
    type=click.FloatRange(min=0.001, max=LONGEST_CAP_S),
    callback=_finite,
    metavar="S",
    help="Seconds of wall time a call, instead of each suite's own.",
)
@click.option(
    "--stretch",
    is_flag=True,
    help="Also the stretch suites, which are harder and not needed for full marks.",
)
@click.option("--variants", is_flag=True, help="Also each position mirrored and colour-swapped.")
@click.option(
    "--format", "format_name", type=click.Choice(list(formats())), default="text", show_default=True
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the report there, whole, at the end; an interrupted one beside it.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", *map(str, Isolation)]),
    default="auto",
    show_default=True,
    help="bwrap refuses to run without bubblewrap; plain contains nothing, for your own files.",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="NAME",
    help="Let the file import this package, and what it needs; may be repeated.",
)
@click.option(
    "--allow-from",
    type=click.Path(path_type=Path),
    metavar="ENV",
    help="The environment of yours that allowed packages come from, such as .venv-candidates.",
)
@click.option("--hints/--no-hints", default=True, help="Say which rung to climb next.")
@click.option(
    "--rerun/--no-rerun",
    default=True,
    help="Run a missed case again where the machine kept the program off the cores.",
)
@click.option(
    "--no-history",
    is_flag=True,
    help="Leave no trace of this run in your history, which kata progress shows.",
)
def command(
    *,
    file: Path,
    kata_name: str | None,
    suite_names: tuple[str, ...],
    patterns: tuple[str, ...],
    cap_s: float | None,
    stretch: bool,
    variants: bool,
    format_name: str,
    output: Path | None,
    isolation: str,
    allow: tuple[str, ...],
    allow_from: Path | None,
    hints: bool,
    rerun: bool,
    no_history: bool,
) -> None:
    """Grade FILE: each case in a fresh process, under a wall-clock cap.

    Exit code 0: all accepted, variants included; 1: something was not; 2: bad usage, file or
    suite, or the report cannot be written; 3: the grader itself failed somewhere; 130 and 143:
    interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Examples:
      kata grade my_solution.py
      kata grade my_solution.py --case 'phase3/*' --variants
      kata grade my_solution.py --format json --output score.json
    """
    if stretch and suite_names:
        raise click.UsageError("--stretch adds to the shipped suites; with --suite, name phase4")
    if kata_name or suite_names:
        all_katas()  # loaded while a signal may still end everything at once
    with as_interrupts() as stopped:
        try:
            where = Output(output, [file, *map(Path, suite_names)])
            report = formats()[format_name](where.stream, hints=hints)
            scorecard = grade_file(
                file,
                kata=kata_name,
                suites=suite_names,
                case=patterns or "*",
                cap_s=cap_s,
                isolation=isolation,
                variants=variants,
                stretch=stretch,
                allow=allow,
                allow_from=allow_from,
                rerun=rerun,
                on_start=where.writing(lambda start: report.start(_heading(start))),
                on_case=where.writing(report.case_started),
                on_result=where.writing(report.case_finished),
            )
            where.writing(report.finish)(scorecard)
            where.close(complete=scorecard.complete)
            if not no_history and output is None and format_name == "text":  # a candidate's own
                remember(file, scorecard, shipped=not suite_names)
        except UsageError as error:
            raise RefusalError(str(error)) from None
        except KeyboardInterrupt:  # before there was anything to grade, or while it was reported
            sys.exit(stopped())
    sys.exit(exit_code(scorecard) if scorecard.complete else stopped())


def _heading(start: Start) -> Heading:
    cautions: tuple[str, ...] = ()
    if start.isolation == Isolation.PLAIN:
        cautions = (_NOTHING_CONTAINED,)
    elif start.isolation == Isolation.LIMITS:
        from graders.sandbox.trial import limits_are_walled  # noqa: PLC0415  # Linux alone has it

        left_open = _OPEN_BEHIND_WALLS if limits_are_walled() else _OPEN_WITHOUT
        cautions = (_NOT_CONTAINED.format(left_open),)
    return Heading(start.submission, start.kata, start.isolation, start.cases, cautions)

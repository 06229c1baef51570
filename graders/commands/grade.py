"""Offer `kata grade`: one submission, its cases, a verdict each."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from graders.channel import Settings, survey
from graders.commands.exits import Refusal, exit_code, sigterm_as_interrupt
from graders.grade import Rules, grade, refuse, unloadable
from graders.katas import all_katas, kata_named
from graders.limits import Limits
from graders.recognise import NotRecognised, recognise
from graders.reports import formats
from graders.reports.report import Heading, Report
from graders.sandbox import Isolation, IsolationUnavailable, choose
from graders.scorecard import Scorecard
from graders.selection import Selection, select, suites_named
from graders.submission import Unreadable, read
from graders.suites import Case, SuiteError

NOT_CONTAINED = (
    "isolation limits: the network and the files that every user may read are NOT contained, so "
    "grade only files you trust, or install bubblewrap (Debian, Ubuntu: apt install bubblewrap)"
)


@click.command(name="grade", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--kata", "kata_name", help="The kata, where the file does not tell.")
@click.option(
    "--suite",
    "suite_names",
    multiple=True,
    metavar="PATH",
    help="A suite file, or a shipped suite by name (phase4); may be repeated.",
)
@click.option("--case", "pattern", default="*", metavar="GLOB", help="Only cases with such an id.")
@click.option(
    "--cap",
    "cap_s",
    type=click.FloatRange(min=0.001, max=3600),
    metavar="S",
    help="Seconds of wall time a call, instead of each suite's own.",
)
@click.option("--stretch", is_flag=True, help="Also the stretch suites.")
@click.option("--variants", is_flag=True, help="Also each position mirrored and colour-swapped.")
@click.option(
    "--format", "format_name", type=click.Choice(list(formats())), default="text", show_default=True
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PATH",
    help="Write the report there instead of to stdout.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", "bwrap", "limits"]),
    default="auto",
    show_default=True,
    help="bwrap refuses to run without bubblewrap.",
)
@click.option(
    "--site-packages",
    is_flag=True,
    help="Let the file import this environment's third-party packages.",
)
@click.option("--hints/--no-hints", default=True, help="Say which rung to climb next.")
@click.option(
    "--rerun/--no-rerun",
    default=True,
    help="Run a case again when the machine was too busy to time it.",
)
def COMMAND(  # noqa: N802, PLR0913  # the name by which commands are found; one name an option
    file: Path,
    kata_name: str | None,
    suite_names: tuple[str, ...],
    pattern: str,
    cap_s: float | None,
    stretch: bool,
    variants: bool,
    format_name: str,
    output: Path | None,
    isolation: str,
    site_packages: bool,
    hints: bool,
    rerun: bool,
) -> None:
    """Grade FILE: each case in a fresh process, under a wall-clock cap.

    Exit code 0: all accepted; 1: something was not; 2: bad usage, file or suite; 3: the grader
    itself failed somewhere.

    \b
    Examples:
      kata grade my_solution.py
      kata grade my_solution.py --case 'phase3/*' --variants
      kata grade my_solution.py --format json --output score.json
    """
    settings = Settings(_level(isolation), Limits(), site_packages=site_packages)
    selection = Selection(suite_names, pattern, cap_s, stretch, variants)
    with sigterm_as_interrupt() as stopped, _opened(output) as stream:
        report = formats()[format_name](stream, hints=hints)
        try:
            scorecard = _graded(file, kata_name, settings, selection, report, Rules(rerun=rerun))
        except SuiteError as error:
            raise Refusal(str(error)) from None
        report.finish(scorecard)
    sys.exit(exit_code(scorecard) if scorecard.complete else stopped())


def _level(wanted: str) -> Isolation:
    try:
        return choose(wanted)
    except IsolationUnavailable as error:
        raise Refusal(str(error)) from None


@contextlib.contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    try:
        stream = output.open("w", encoding="utf-8")
    except OSError as error:
        raise Refusal(f"cannot write {output}: {error.strerror}") from None
    with stream:
        yield stream


def _graded(  # noqa: PLR0913  # one argument an option that reaches this far
    file: Path,
    kata_name: str | None,
    settings: Settings,
    selection: Selection,
    report: Report,
    rules: Rules,
) -> Scorecard:
    named = suites_named(selection)
    wanted = kata_name or (named[0].kata if named else None)
    if wanted is not None and wanted not in all_katas():
        raise Refusal(f"there is no kata {wanted!r}; there are {', '.join(all_katas())}")
    try:
        submission = read(file)
    except FileNotFoundError:
        raise Refusal(f"there is no file {file}") from None
    except Unreadable as error:
        return _turned_away(file, str(error), wanted, settings, selection, report)
    try:
        kata = recognise(survey(submission, settings), wanted)
    except NotRecognised as error:
        return _turned_away(file, str(error), wanted, settings, selection, report)
    cases = select(kata, selection, named)
    report.start(_heading(submission.name, kata.name, settings, cases))
    return grade(
        submission,
        kata,
        cases,
        settings,
        on_case=report.case_started,
        on_result=report.case_finished,
        rules=rules,
    )


def _turned_away(  # noqa: PLR0913  # as above
    file: Path,
    message: str,
    wanted: str | None,
    settings: Settings,
    selection: Selection,
    report: Report,
) -> Scorecard:
    if wanted is None:
        scorecard = unloadable(str(file), message, "unknown", str(settings.isolation))
        cases: tuple[Case, ...] = ()
    else:
        kata = kata_named(wanted)
        cases = select(kata, selection, suites_named(selection))
        scorecard = refuse(str(file), kata, cases, message, str(settings.isolation))
    report.start(_heading(str(file), scorecard.kata, settings, cases))
    for result in scorecard.results:
        report.case_finished(result)
    return scorecard


def _heading(name: str, kata_name: str, settings: Settings, cases: tuple[Case, ...]) -> Heading:
    cautions = (NOT_CONTAINED,) if settings.isolation is Isolation.LIMITS else ()
    return Heading(name, kata_name, str(settings.isolation), cases, cautions)

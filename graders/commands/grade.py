"""Offer `kata grade`: one submission, its cases, a verdict each."""

from __future__ import annotations

import math
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from graders.channel.channel import Settings, survey
from graders.commands.exits import RefusalError, exit_code, sigterm_as_interrupt
from graders.commands.output import opened
from graders.grading.intake import UnreadableError, read, shown_name
from graders.grading.loop import Rules, grade, refuse, unloadable
from graders.grading.recognise import NotRecognisedError, recognise
from graders.katas import all_katas, kata_named
from graders.model.limits import Limits
from graders.model.scorecard import Scorecard
from graders.model.suite import Case, Suite
from graders.model.verdict import Judgement, Verdict
from graders.reports import formats
from graders.reports.report import Heading, Report
from graders.sandbox.sandbox import Isolation, IsolationUnavailableError, choose
from graders.suites import LONGEST_CAP_S, SuiteError
from graders.suites.selection import Selection, select, suites_named

NOT_CONTAINED = (
    "isolation limits: the network and the reading of files are NOT contained, so grade only "
    "files you trust, or install bubblewrap (Debian, Ubuntu: apt install bubblewrap)"
)


def _finite(
    context: click.Context, parameter: click.Parameter, value: float | None
) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it has to be a number of seconds", context, parameter)
    return value


@dataclass(frozen=True)
class _Wanted:
    file: Path
    kata_name: str | None
    settings: Settings
    selection: Selection
    rules: Rules


UNSCORED = (
    "which kata this is for cannot be told, so there is nothing to score: with --kata every case "
    "of that kata counts"
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
    type=click.FloatRange(min=0.001, max=LONGEST_CAP_S),
    callback=_finite,
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
def command(
    *,
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

    \u0008
    Examples:
      kata grade my_solution.py
      kata grade my_solution.py --case 'phase3/*' --variants
      kata grade my_solution.py --format json --output score.json
    """
    settings = Settings(_level(isolation), Limits(), site_packages=site_packages)
    selection = Selection(suite_names, pattern, cap_s, stretch, variants)
    wanted = _Wanted(file, kata_name, settings, selection, Rules(rerun=rerun))
    if stretch and suite_names:
        raise click.UsageError("--stretch adds to the shipped suites; with --suite, name phase4")
    inputs = [file, *map(Path, suite_names)]
    with sigterm_as_interrupt() as stopped, opened(output, inputs) as stream:
        report = formats()[format_name](stream, hints=hints)
        try:
            scorecard = _graded(wanted, report)
        except SuiteError as error:
            raise RefusalError(str(error)) from None
        report.finish(scorecard)
    sys.exit(exit_code(scorecard) if scorecard.complete else stopped())


def _level(wanted: str) -> Isolation:
    try:
        return choose(wanted)
    except IsolationUnavailableError as error:
        raise RefusalError(str(error)) from None


def _graded(wanted: _Wanted, report: Report) -> Scorecard:
    named = suites_named(wanted.selection)
    kata_name = wanted.kata_name or (named[0].kata if named else None)
    if kata_name is not None and kata_name not in all_katas():
        raise RefusalError(f"there is no kata {kata_name!r}; there are {', '.join(all_katas())}")
    try:
        submission = read(wanted.file)
        kata = recognise(survey(submission, wanted.settings), kata_name)
    except FileNotFoundError:
        raise RefusalError(f"there is no file {_shown(wanted)}") from None
    except (UnreadableError, NotRecognisedError) as error:
        judgement = Judgement(Verdict.LOAD_ERROR, str(error))
        return _turned_away(wanted, kata_name, named, judgement, report)
    except Exception:
        judgement = Judgement(Verdict.GRADER_ERROR, traceback.format_exc())
        return _turned_away(wanted, kata_name, named, judgement, report)
    cases = select(kata, wanted.selection, named)
    report.start(_heading(wanted, kata.name, cases))
    scorecard = grade(
        submission,
        kata,
        cases,
        wanted.settings,
        on_case=report.case_started,
        on_result=report.case_finished,
        rules=wanted.rules,
    )
    return replace(scorecard, submission=_shown(wanted))


def _turned_away(
    wanted: _Wanted,
    kata_name: str | None,
    named: Sequence[Suite] | None,
    judgement: Judgement,
    report: Report,
) -> Scorecard:
    level = str(wanted.settings.isolation)
    cases: tuple[Case, ...] = ()
    if kata_name is None:
        message = f"{judgement.message}\n{UNSCORED}"
        judgement = replace(judgement, message=message)
        scorecard = unloadable(_shown(wanted), judgement, "unknown", level)
    else:
        kata = kata_named(kata_name)
        cases = select(kata, wanted.selection, named)
        scorecard = refuse(_shown(wanted), kata, cases, judgement, level)
    report.start(_heading(wanted, scorecard.kata, cases))
    for result in scorecard.results:
        report.case_finished(result)
    return scorecard


def _heading(wanted: _Wanted, kata_name: str, cases: tuple[Case, ...]) -> Heading:
    isolation = wanted.settings.isolation
    cautions = (NOT_CONTAINED,) if isolation is Isolation.LIMITS else ()
    return Heading(_shown(wanted), kata_name, str(isolation), cases, cautions)


def _shown(wanted: _Wanted) -> str:
    return shown_name(str(wanted.file))

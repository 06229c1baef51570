"""Offer `kata bench`: the comparison tables, the grader's own cost, the fairness of its times."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.commands.output import RefusalError, needs
from graders.commands.signals import as_interrupts
from graders.lab.bench import benchmarks
from graders.lab.bench.outcomes import NothingToMeasureError
from graders.lab.bench.render import LAYOUTS, draw, render
from graders.model.exit_codes import GRADER_ERROR
from graders.model.tables import BenchReport
from graders.sandbox.isolation import IsolationUnavailableError, choose_isolation

READERS = ("project",)


_DRAWN = ("--fairness", "--batch")
"""What is measured in place of the reference solutions and has a picture too."""


def _with_comparisons(function: Callable[..., None]) -> Callable[..., None]:
    for kata in reversed(benchmarks.katas_to_compare()):
        comparison = kata.comparison()
        offer = click.option(
            f"--{kata.name.replace('_', '-')}",
            "compared",
            flag_value=kata.name,
            help=comparison.help if comparison else None,
        )
        function = offer(function)
    return function


@click.command(
    name="bench",
    short_help="Compare the reference solutions, or time the grader.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--kata",
    "kata_name",
    type=click.Choice([kata.name for kata in benchmarks.katas_to_bench()]),
    help="The kata whose reference solutions to compare.",
)
@click.option("--harness", is_flag=True, help="Measure what the grader itself costs instead.")
@click.option(
    "--programs", is_flag=True, help="Measure what a question to a program costs instead."
)
@click.option(
    "--fairness",
    is_flag=True,
    help="Count verdicts that change on a busy machine instead (takes minutes).",
)
@click.option(
    "--batch",
    is_flag=True,
    help="Measure instead how much faster jobs side by side are, and that no verdict differs "
    "(takes many minutes).",
)
@click.option(
    "--lessons",
    is_flag=True,
    help="Measure instead what single changes to the reference solutions are worth, one by one "
    "(takes minutes).",
)
@_with_comparisons
@click.option(
    "--format", "layout", type=click.Choice(list(LAYOUTS)), default="simple", show_default=True
)
@click.option(
    "--plot",
    "plots",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Also draw the tables that have a picture, as SVG files there (needs the extra 'plot').",
)
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Take medians of N runs; with --fairness and --batch, run each program N times; with "
    "--programs, ask N questions.",
)
@click.option(
    "--limit",
    "limit_s",
    type=click.FloatRange(min=0.01, max=3600),
    metavar="S",
    help="Leave out searches that take longer than S seconds.",
)
@click.option("--quick", is_flag=True, help="Search less deep, and only once: takes under 20 s.")
@click.option(
    "--isolation",
    type=click.Choice(["auto", "bwrap", "limits"]),
    default="auto",
    show_default=True,
    help="bwrap refuses to run without bubblewrap.",
)
def command(
    *,
    kata_name: str | None,
    harness: bool,
    programs: bool,
    fairness: bool,
    batch: bool,
    lessons: bool,
    compared: str | None,
    layout: str,
    plots: Path | None,
    repeat: int | None,
    limit_s: float | None,
    quick: bool,
    isolation: str,
) -> None:
    """Compare the reference solutions: time, nodes, and what they find.

    \u0008
    Examples:
      kata bench --quick
      kata bench --format github --repeat 5
      kata bench --harness
      kata bench --lessons
    """
    instead = [
        option
        for option, given in (
            ("--harness", harness),
            ("--programs", programs),
            ("--fairness", fairness),
            ("--batch", batch),
            ("--lessons", lessons),
            (f"--{compared}", compared is not None),
        )
        if given
    ]
    if len(instead) > 1:
        raise RefusalError(f"{' and '.join(instead)} measure different things: give one of them")
    if instead and (quick or limit_s):
        raise RefusalError("--quick and --limit belong to the tables of the reference solutions")
    if plots and not set(instead) <= set(_DRAWN):
        raise RefusalError(
            f"--plot draws the tables of the reference solutions and of {' and '.join(_DRAWN)}, "
            f"and no others: {instead[0]} has no picture"
        )
    if plots:
        needs("matplotlib", "plot")
    make: Callable[[], BenchReport]
    if compared is not None:
        make = partial(benchmarks.comparison_report, compared, repeat)
    elif lessons:
        make = partial(benchmarks.lessons_report, _benched(kata_name), repeat)
    elif instead:
        of_the_grader = {
            "--harness": benchmarks.harness_report,
            "--programs": benchmarks.programs_report,
            "--fairness": benchmarks.fairness_report,
            "--batch": benchmarks.batch_report,
        }
        measured = of_the_grader[instead[0]]
        make = partial(measured, _benched(kata_name), repeat, _settings(isolation))
    else:
        plan = benchmarks.QUICK if quick else benchmarks.THOROUGH
        plan = replace(plan, repeat=repeat or plan.repeat, limit_s=limit_s or plan.limit_s)
        benched, settings = _benched(kata_name), _settings(isolation)
        make = partial(benchmarks.ladder_report, benched, plan, quick, settings)
    report = _made(make)
    sys.stdout.write(render(report, layout))
    if plots:
        _draw(report, plots)


def _draw(report: BenchReport, folder: Path) -> None:
    try:
        files = draw(report, folder)
    except OSError as error:
        raise RefusalError(f"cannot draw into {folder}: {error.strerror}") from None
    click.echo(f"kata: drew {', '.join(map(str, files))}", err=True)


def _made(make: Callable[[], BenchReport]) -> BenchReport:
    with as_interrupts() as stopped:
        try:
            return make()
        except NothingToMeasureError as error:
            click.echo(f"kata: {error}", err=True)
            sys.exit(GRADER_ERROR)
        except KeyboardInterrupt:
            click.echo("kata: stopped; half a run would mislead, so there is no table", err=True)
            sys.exit(stopped())


def _settings(isolation: str) -> Settings:
    try:
        level = choose_isolation(isolation)
    except IsolationUnavailableError as error:
        raise RefusalError(str(error)) from None
    if level.own_files_only:
        raise RefusalError(
            "measuring needs Linux, where a sandbox has a core to itself; run kata bench there, "
            "or in the container of scripts/Dockerfile"
        )
    return Settings(level)


def _benched(name: str | None) -> benchmarks.BenchedKata:
    katas = benchmarks.katas_to_bench()
    chosen = [each for each in katas if name in (None, each.name)]
    if len(chosen) != 1:
        raise RefusalError(f"choose with --kata: {', '.join(each.name for each in katas)}")
    return chosen[0]

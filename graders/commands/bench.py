"""Offer `kata bench`: the comparison tables, the grader's own cost, the fairness of its times."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from graders.channel.channel import Settings
from graders.commands.exits import GRADER_ERROR, RefusalError, sigterm_as_interrupt
from graders.sandbox.sandbox import IsolationUnavailableError, choose
from graders.tools.bench import programme
from graders.tools.bench.measure import NothingToMeasureError
from graders.tools.bench.render import LAYOUTS, render
from graders.tools.bench.tables import Report


@click.command(name="bench", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--harness", is_flag=True, help="Instead: what the grader itself costs.")
@click.option(
    "--fairness", is_flag=True, help="Instead: verdicts that change on a busy machine (minutes)."
)
@click.option(
    "--format", "layout", type=click.Choice(list(LAYOUTS)), default="simple", show_default=True
)
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Times are medians of N; with --fairness, N runs of each program.",
)
@click.option(
    "--limit",
    "limit_s",
    type=click.FloatRange(min=0.01, max=3600),
    metavar="S",
    help="Leave out searches that take longer than S seconds.",
)
@click.option("--quick", is_flag=True, help="Shallow and once only: done in under 20 s.")
@click.option(
    "--isolation",
    type=click.Choice(["auto", "bwrap", "limits"]),
    default="auto",
    show_default=True,
    help="bwrap refuses to run without bubblewrap.",
)
def command(
    *,
    harness: bool,
    fairness: bool,
    layout: str,
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
    """
    if harness and fairness:
        raise RefusalError("--harness and --fairness measure different things: give one of them")
    if (harness or fairness) and (quick or limit_s):
        raise RefusalError("--quick and --limit belong to the tables of the reference solutions")
    try:
        settings = Settings(choose(isolation))
    except IsolationUnavailableError as error:
        raise RefusalError(str(error)) from None
    with sigterm_as_interrupt() as stopped:
        try:
            if harness:
                report = programme.harness_report(repeat or programme.HARNESS_REPEAT, settings)
            elif fairness:
                report = programme.fairness_report(repeat or programme.FAIRNESS_REPEAT, settings)
            else:
                report = _ladder(quick, repeat, limit_s, settings)
        except NothingToMeasureError as error:
            click.echo(f"kata: {error}", err=True)
            sys.exit(GRADER_ERROR)
        except KeyboardInterrupt:
            click.echo("kata: stopped; a table of half a run would mislead, so none", err=True)
            sys.exit(stopped())
    sys.stdout.write(render(report, layout))


def _ladder(quick: bool, repeat: int | None, limit_s: float | None, settings: Settings) -> Report:
    plan = programme.QUICK if quick else programme.THOROUGH
    plan = replace(plan, repeat=repeat or plan.repeat, limit_s=limit_s or plan.limit_s)
    return programme.ladder_report(plan, programme.QUICK_CASES if quick else (), settings)

"""Offer `kata batch`: many submissions, on all cores or many machines, in one ledger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from graders.batch.job import BatchTerms
from graders.commands.batching import BatchRequest, StoppedError, grade_batch
from graders.commands.options import (
    case_option,
    driver_option,
    format_option,
    grading_options,
    kata_option,
    report_options,
    suite_option,
)
from graders.commands.output import NOT_ACCEPTED, OK, Output, needs
from graders.commands.signals import as_interrupts
from graders.grading.drivers import driver_at
from graders.katas import all_katas
from graders.reports import formats

READERS = ("interview",)
"""Whom the help of `kata` lists it for."""
WORDS = "kata.words"


class _Remembering(click.Command):
    """Keep the words that the command was given, so that it can be told how to go on."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words."""
        ctx.meta[WORDS] = ("kata", str(ctx.info_name), *args)
        return super().parse_args(ctx, args)


@click.command(
    name="batch",
    cls=_Remembering,
    short_help="Grade many submissions, and go on where it was ended.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("paths", metavar="PATHS...", nargs=-1, required=True)
@kata_option("The kata to grade by, where neither the files nor a manifest show which it is.")
@driver_option
@suite_option("A suite file, or a shipped suite by name (phase4); may be repeated.")
@case_option("Only cases whose id matches, such as mate-in-9 or 'phase3/*'; may be repeated.")
@grading_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="How many at a time; by default as many as there are usable cores.",
)
@click.option(
    "--cluster",
    metavar="WHERE",
    help="Grade on many machines: local[:N], ssh:FILE, tls://HOST:PORT, tcp://HOST:PORT.",
)
@click.option(
    "--ledger",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where results are kept; by default in your state folder, one for the same PATHS.",
)
@click.option(
    "--regrade",
    metavar="GLOB",
    help="Grade candidates or paths that match again, though they are done.",
)
@click.option(
    "--likeness",
    "--similarity",
    "likeness",
    is_flag=True,
    help="Also look for pairs that resemble one another: a hint.",
)
@format_option([name for name, kind in formats().items() if kind.batches])
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the report there, whole, when all is done.",
)
@click.option("--full", is_flag=True, help="Show everything, however much there is.")
@report_options
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Grade all submissions in PATHS, several at a time, and keep each result at once.

    PATHS are files, folders with a file or a folder for each candidate, globs, zip or tar
    archives, or manifests in CSV or JSON (candidate,path[,kata]). Whatever ends it, the same
    command goes on; a file that has changed since is graded again.

    Exit code 0: all graded and accepted; 1: something was not accepted; 2: bad usage, nothing
    is graded; 3: something could not be graded; 130 and 143: interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Examples:
      kata batch handed-in
      kata batch class.zip --variants --format csv --output class.csv
      kata batch class.csv --jobs 8 --ledger class.ledger
      kata batch class.csv --cluster ssh:hosts
    """
    kind = formats()[given["format_name"]]
    if given["cluster"] is not None:
        needs("distributed", "cluster")
    if kind.needs is not None:
        needs(*kind.needs)
    list(all_katas())  # loaded while a signal may still end everything at once
    drivers = () if given["driver"] is None else (driver_at(given["driver"]),)
    asked = BatchRequest(
        paths=given["paths"],
        terms=BatchTerms(
            kata=given["kata_name"],
            case=given["patterns"] or ("*",),
            cap_s=given["cap_s"],
            isolation=given["isolation"],
            variants=given["variants"],
            stretch=given["stretch"],
            allow=given["allow"],
            allow_from=given["allow_from"],
            rerun=given["rerun"],
            drivers=drivers,
        ),
        suites=given["suite_names"],
        words=context.meta[WORDS],
        jobs=given["jobs"],
        cluster=given["cluster"],
        ledger=given["ledger"],
        regrade=given["regrade"],
        likeness=given["likeness"],
    )
    with as_interrupts() as stopped:
        try:
            inputs = [*map(Path, asked.paths), *map(Path, asked.suites)]
            where = Output(given["output"], [*inputs, *filter(None, [asked.ledger])])
            how = {name: given[name] for name in ("hints", "full", "spoilers")}
            code = grade_batch(asked, kind(where.stream, **how), where)
        except (KeyboardInterrupt, StoppedError):
            sys.exit(stopped())
    sys.exit(OK if code == NOT_ACCEPTED and kind.exits_0_on_failures else code)

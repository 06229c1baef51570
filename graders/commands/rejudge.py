"""Offer `kata rejudge`: grade a batch again under other terms, beside the results that count."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from graders.commands.exits import RefusalError
from graders.commands.options import case_option, kata_option, suite_option
from graders.commands.signals import as_interrupts
from graders.commands.terms import cap_option
from graders.katas import all_katas
from graders.model.usage import UsageError

READERS = ("interview",)
"""Whom the help of `kata` lists it for."""
_TERMS = ("kata_name", "suite_names", "patterns", "cap_s", "variants")


@click.command(
    name="rejudge",
    short_help="Grade a batch again on other terms, and show what would change.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("ledger", type=click.Path(path_type=Path))
@suite_option("A suite in place of the batch's: a file, or a shipped one by name; repeatable.")
@kata_option("The kata to grade by, where a manifest did not say it.")
@case_option("Only cases whose id matches, such as mate-in-9 or 'phase3/*'; may be repeated.")
@cap_option
@click.option(
    "--variants/--no-variants",
    default=None,
    help="With or without each position mirrored and colour-swapped.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="How many at a time; by default as many as there are usable cores.",
)
@click.option("--apply", is_flag=True, help="Let what was proposed count from now on.")
@click.option("--discard", is_flag=True, help="Drop what was proposed.")
def command(*, ledger: Path, jobs: int | None, apply: bool, discard: bool, **given: Any) -> None:
    """Grade every submission in LEDGER again, on the terms of its batch but for what is named.

    The submissions come from the ledger, and what counts stays as it is until --apply. Whatever
    ends it, the same command goes on.

    Exit code 0: nothing would change, or it was applied or discarded; 1: something would change;
    2: bad usage; 3: something could not be graded; 130 and 143: interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Examples:
      kata rejudge class.ledger --cap 0.5
      kata rejudge class.ledger --apply
    """
    if apply and discard:
        raise click.UsageError("--apply and --discard exclude each other")
    if (apply or discard) and (jobs or any(given[name] not in (None, ()) for name in _TERMS)):
        raise click.UsageError("--apply and --discard decide on what was graded: name no terms")
    all_katas()  # loaded while a signal may still end everything at once
    from graders.commands import rejudging  # noqa: PLC0415  # not for --help

    with as_interrupts() as stopped:
        try:
            if apply or discard:
                code = rejudging.decide(ledger, apply=apply)
            else:
                other = rejudging.Other(
                    kata=given["kata_name"],
                    suites=given["suite_names"],
                    case=given["patterns"],
                    cap_s=given["cap_s"],
                    variants=given["variants"],
                )
                code = rejudging.rejudge(ledger, other, jobs)
        except UsageError as error:
            raise RefusalError(str(error)) from None
        except KeyboardInterrupt:
            sys.exit(stopped())
    sys.exit(code)

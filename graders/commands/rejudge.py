"""Offer `kata rejudge`: grade a batch again under other terms, beside the results that count."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from graders.batch.conditions import check_has_cases, compare_batches, load_suites
from graders.batch.coordinator import coordinate
from graders.batch.job import BatchTerms
from graders.batch.ledger.ledger import BatchPlan, Ledger
from graders.commands.options import cap_option, case_option, kata_option, suite_option
from graders.commands.output import say
from graders.commands.signals import as_interrupts
from graders.katas import all_katas
from graders.model.batch import Rejudged, Source
from graders.model.exit_codes import GRADER_ERROR, NOT_ACCEPTED, OK
from graders.model.installation import kata_command
from graders.model.text import on_one_line
from graders.reports.layout import Screen
from graders.reports.leaderboard import rejudgement_lines
from graders.reports.progress_bars import BatchProgress
from graders.sandbox.machine import usable_cores

READERS = ("interview",)
_TERMS = ("kata_name", "suite_names", "patterns", "cap_s", "variants", "play_out")


@click.command(
    name="rejudge",
    short_help="Grade a batch again on other terms, and show what would change.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("ledger", type=click.Path(path_type=Path))
@suite_option("A suite in place of the batch's: a file, or a shipped one by name; repeatable.")
@kata_option("The kata, where a manifest did not name it.")
@case_option("Only cases whose id matches, such as mate-in-9 or 'phase3/*'; may be repeated.")
@cap_option
@click.option(
    "--variants/--no-variants",
    default=None,
    help="With or without each position mirrored and colour-swapped.",
)
@click.option(
    "--play-out/--no-play-out",
    default=None,
    help="Play on with best defence after a right answer, or do not.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="How many to grade at a time; by default one for each usable core.",
)
@click.option("--apply", is_flag=True, help="Make the new results count.")
@click.option("--discard", is_flag=True, help="Drop the new results.")
def command(*, ledger: Path, jobs: int | None, apply: bool, discard: bool, **given: Any) -> None:
    """Grade every submission in LEDGER again, on the terms of its batch with the changes given.

    The submissions come from the ledger, and what counts stays as it is until --apply. If it is
    interrupted, the same command resumes it.

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
        raise click.UsageError("--apply and --discard decide on what was graded: give no terms")
    list(all_katas())  # loaded while a signal may still end everything at once
    with as_interrupts() as stopped:
        try:
            if apply or discard:
                code = decide(ledger, apply=apply)
            else:
                other = ChangedTerms(
                    kata=given["kata_name"],
                    suites=given["suite_names"],
                    case=given["patterns"],
                    cap_s=given["cap_s"],
                    variants=given["variants"],
                    play_out=given["play_out"],
                )
                code = rejudge(ledger, other, jobs)
        except KeyboardInterrupt:
            sys.exit(stopped())
    sys.exit(code)


class ChangedTerms(msgspec.Struct, frozen=True):
    """What is to be otherwise than in the batch; None or nothing where it stays."""

    kata: str | None = None
    suites: tuple[str, ...] = ()
    case: tuple[str, ...] = ()
    cap_s: float | None = None
    variants: bool | None = None
    play_out: bool | None = None

    def than(self, terms: BatchTerms) -> BatchTerms:
        """Return the terms with that changed; raise `UsageError` where they make no sense."""
        changed = replace(
            terms,
            kata=self.kata or terms.kata,
            case=self.case or terms.case,
            cap_s=terms.cap_s if self.cap_s is None else self.cap_s,
            variants=terms.variants if self.variants is None else self.variants,
            play_out=terms.play_out if self.play_out is None else self.play_out,
            stretch=terms.stretch and not self.suites,
        )
        return load_suites(changed, self.suites or terms.suites)


def rejudge(path: Path, other: ChangedTerms, jobs: int | None) -> int:
    """Grade what is left to grade again, say what would change, and return the exit code.

    Raises `UsageError` for what has to be corrected, before anything is graded.
    """
    with Ledger.open(path, create=False) as ledger:
        sources = ledger.sources()
        terms = other.than(ledger.terms())
        check_has_cases(terms, sources)
        plan = ledger.propose(terms)
        _grade(ledger, plan, sources, terms, jobs)
        rejudged = compare_batches(ledger.batch(), ledger.batch(proposed=True))
    screen = Screen(sys.stdout)
    screen.write(rejudgement_lines(rejudged, screen.width))
    _say_what_next(rejudged, path)
    if rejudged.missing:
        return GRADER_ERROR
    return NOT_ACCEPTED if rejudged.changing else OK


def decide(path: Path, *, apply: bool) -> int:
    """Let what is proposed count, or drop it; raise `UsageError` where there is nothing."""
    with Ledger.open(path, create=False) as ledger:
        if apply:
            ledger.apply()
            say(f"applied: {_shown(path)} has the new results, and keeps the old ones")
        else:
            ledger.discard()
            say(f"discarded: {_shown(path)} has the results that it had before")
    return OK


def _grade(
    ledger: Ledger, plan: BatchPlan, sources: Sequence[Source], terms: BatchTerms, jobs: int | None
) -> None:
    left = len(plan.jobs) + len(plan.alone)
    if not left:
        return
    from graders.batch.worker_pool import LocalWorkers  # noqa: PLC0415  # Linux alone has all of it

    names = {number: source.candidate for number, source in enumerate(sources)}
    progress = BatchProgress(names, finished=plan.finished + plan.refused)
    workers = LocalWorkers(terms, min(jobs or len(usable_cores()), left), progress.waits)
    try:
        with progress:
            coordinate(plan.jobs, workers, ledger, progress, alone=plan.alone)
    except KeyboardInterrupt:
        say(
            f"interrupted: {progress.done} of {len(names)} are graded again, and saved in "
            f"{_shown(ledger.path)}; the same command resumes it"
        )
        raise


def _say_what_next(rejudged: Rejudged, path: Path) -> None:
    if rejudged.missing:
        say("nothing is decided yet: the same command tries again what could not be graded")
        return
    command = f"{kata_command()} rejudge {on_one_line(shlex.quote(str(path)))}"
    say(f"nothing has changed yet: {command} --apply makes this count, --discard drops it")


def _shown(path: Path) -> str:
    return on_one_line(str(path))

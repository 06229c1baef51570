"""Grade a ledger again as `kata rejudge` is asked to, and apply or discard what came of it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from graders.batch.conditions import check_has_cases, compare_batches, load_suites
from graders.batch.coordinator import coordinate
from graders.batch.job import BatchTerms
from graders.batch.ledger.ledger import BatchPlan, Ledger
from graders.batch.workers import LocalWorkers
from graders.commands.exits import GRADER_ERROR, NOT_ACCEPTED, OK, say
from graders.model.batch import Source
from graders.model.rejudged import Rejudged
from graders.model.text import on_one_line
from graders.reports.batch_progress import BatchProgress
from graders.reports.rejudged import lines
from graders.reports.screen import Screen
from graders.sandbox.machine import usable_cores


class Other(msgspec.Struct, frozen=True):
    """Hold what is to be otherwise than in the batch; None or nothing where it stays."""

    kata: str | None = None
    suites: tuple[str, ...] = ()
    case: tuple[str, ...] = ()
    cap_s: float | None = None
    variants: bool | None = None

    def than(self, terms: BatchTerms) -> BatchTerms:
        """Return the terms with that changed; raise `UsageError` where they make no sense."""
        changed = replace(
            terms,
            kata=self.kata or terms.kata,
            case=self.case or terms.case,
            cap_s=terms.cap_s if self.cap_s is None else self.cap_s,
            variants=terms.variants if self.variants is None else self.variants,
            stretch=terms.stretch and not self.suites,
        )
        names = self.suites or tuple(suite.path for suite in terms.suites)
        return load_suites(changed, names)


def rejudge(path: Path, other: Other, jobs: int | None) -> int:
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
    screen.write(lines(rejudged, screen.width))
    _say_what_next(rejudged, path)
    if rejudged.not_graded:
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
    names = {number: source.candidate for number, source in enumerate(sources)}
    progress = BatchProgress(names, finished=plan.finished)
    workers = LocalWorkers(terms, min(jobs or len(usable_cores()), left))
    try:
        with progress:
            coordinate(plan.jobs, workers, ledger, progress, alone=plan.alone)
    except KeyboardInterrupt:
        say(
            f"interrupted: {progress.done} of {len(names)} are graded again, and kept in "
            f"{_shown(ledger.path)}; the same command goes on from there"
        )
        raise


def _say_what_next(rejudged: Rejudged, path: Path) -> None:
    if rejudged.not_graded:
        say("nothing is decided yet: the same command tries again what could not be graded")
        return
    command = f"kata rejudge {on_one_line(shlex.quote(str(path)))}"
    say(f"nothing has changed yet: {command} --apply makes this count, --discard drops it")


def _shown(path: Path) -> str:
    return on_one_line(str(path))

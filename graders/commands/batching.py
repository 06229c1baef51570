"""Grade a batch as `kata batch` is asked to: find, hand out, keep, report, and say what is next."""

from __future__ import annotations

import shlex
from pathlib import Path, PurePath

import click
import msgspec
from msgspec.structs import replace

from graders.batch.conditions import check_has_cases, default_ledger, load_suites
from graders.batch.coordinator import NoWorkersError, Workers, coordinate
from graders.batch.job import MOST_TRIES, BatchTerms
from graders.batch.ledger.ledger import BatchPlan, Ledger
from graders.batch.sources.archives import close_reader
from graders.batch.sources.finding import FoundSubmissions, find_submissions
from graders.commands.grade import cautions, exit_code
from graders.commands.output import GRADER_ERROR, NOT_ACCEPTED, OK, Output, say
from graders.model.batch import Batch
from graders.model.text import on_one_line
from graders.model.usage import UsageError
from graders.practice.history import HistoryError, state_folder
from graders.reports.format import Report
from graders.reports.progress_bars import BatchProgress
from graders.sandbox.isolation import choose
from graders.sandbox.machine import usable_cores

_MOST_NAMED = 5


class BatchRequest(msgspec.Struct, frozen=True):
    """What is asked: `terms` still without the suites, which are named by `suites`.

    `words` are the command as it was given, to be given again.
    """

    paths: tuple[str, ...]
    terms: BatchTerms
    suites: tuple[str, ...]
    words: tuple[str, ...]
    jobs: int | None = None
    cluster: str | None = None
    ledger: Path | None = None
    regrade: str | None = None
    likeness: bool = False


class StoppedError(Exception):
    """Say that a signal ended the batch, after everybody was told how it goes on."""


def grade_batch(asked: BatchRequest, report: Report, where: Output) -> int:
    """Grade what is left of a batch, report on all of it, and return the exit code.

    Raises `UsageError` for what has to be corrected, before anything is graded; `StoppedError`
    where a signal ended it.
    """
    terms = load_suites(asked.terms, asked.suites)
    found = find_submissions(asked.paths)
    close_reader()
    if not terms.drivers:
        terms = replace(terms, drivers=found.drivers)
    check_has_cases(terms, found.sources)
    _say_beforehand(found, terms)
    place = asked.ledger or default_ledger(asked.paths, _state())
    with Ledger.open(place) as ledger:
        title = ", ".join(on_one_line(PurePath(path).name or path) for path in asked.paths)
        plan = ledger.begin(found.sources, terms, title=title, regrade=asked.regrade)
        _grade(asked, terms, found, ledger, plan)
        batch = ledger.batch()
    if asked.likeness:
        batch = _with_likenesses(batch)
    where.writing(report.batch)(batch)
    where.close(complete=True)
    _say_afterwards(batch, place)
    return batch_code(batch)


def batch_code(batch: Batch) -> int:
    """Return the exit code that says how a batch went: first whether all of it was graded."""
    if batch.received != batch.expected:
        return GRADER_ERROR
    cards = [entry.scorecard for entry in batch.entries if entry.scorecard is not None]
    return OK if all(exit_code(card) == OK for card in cards) else NOT_ACCEPTED


def _state() -> Path:
    try:
        return state_folder()
    except HistoryError as error:
        raise UsageError(f"{error}; or name the ledger with --ledger") from None


def _say_beforehand(found: FoundSubmissions, terms: BatchTerms) -> None:
    for caution in cautions(str(choose(terms.isolation))):
        say(caution)
    others = found.passed_over
    if others:
        named = ", ".join(others[:_MOST_NAMED]) + (", …" if len(others) > _MOST_NAMED else "")
        files = "1 file is" if len(others) == 1 else f"{len(others)} files are"
        say(f"{files} no submission and passed over: {named}")


def _grade(
    asked: BatchRequest, terms: BatchTerms, found: FoundSubmissions, ledger: Ledger, plan: BatchPlan
) -> None:
    left = len(plan.jobs) + len(plan.alone)
    names = {number: source.candidate for number, source in enumerate(found.sources)}
    progress = BatchProgress(
        names, finished=plan.finished + plan.set_aside, alone=[job.number for job in plan.alone]
    )
    if not left:
        if not plan.set_aside:
            say(f"all {len(names)} are graded already, on the same terms")
        return
    try:
        workers = _workers(asked, terms, left, progress)
        with progress:
            coordinate(plan.jobs, workers, ledger, progress, alone=plan.alone)
    except NoWorkersError as error:
        say(str(error))
    except KeyboardInterrupt:
        shown = on_one_line(str(ledger.path))
        _say_whole(f"interrupted: {progress.done} of {len(names)} are graded, and kept in {shown}")
        _say_whole(f"to go on, the same command: {on_one_line(shlex.join(asked.words))}")
        raise StoppedError from None


def _workers(asked: BatchRequest, terms: BatchTerms, left: int, progress: BatchProgress) -> Workers:
    if asked.cluster is not None:
        from graders.batch.cluster.workers import cluster_workers  # noqa: PLC0415  # of an extra

        return cluster_workers(asked.cluster, terms, asked.jobs, tell=say)
    from graders.batch.workers import LocalWorkers  # noqa: PLC0415  # Linux alone has all of it

    return LocalWorkers(terms, min(asked.jobs or len(usable_cores()), left), progress.waits)


def _with_likenesses(batch: Batch) -> Batch:
    from graders.similarity.pairs import find_pairs  # noqa: PLC0415  # 20 ms, only where it is asked for

    pairs = find_pairs(
        [(PurePath(each.path).name, each.content) for each in batch.entries],
        on_failure=lambda place: say_not_compared(batch.entries[place].candidate),
    )
    return replace(batch, likenesses=pairs)


def say_not_compared(candidate: str) -> None:
    """Say that a submission is in no pair, as it could not be read for that."""
    say(f"{candidate} could not be compared with the others: reading it takes too much")


def _say_afterwards(batch: Batch, place: Path) -> None:
    _say_whole(
        f"{batch.received} of {batch.expected} graded; the ledger is {on_one_line(str(place))}"
    )
    aside = [entry.candidate for entry in batch.entries if entry.set_aside]
    if missing := batch.expected - batch.received - len(aside):
        what = "1 is" if missing == 1 else f"{missing} are"
        say(f"{what} missing, and the same command tries again")
    if aside:
        named = ", ".join(aside[:_MOST_NAMED]) + (", …" if len(aside) > _MOST_NAMED else "")
        say(
            f"set aside: {named}; the grader failed {MOST_TRIES} times, and --regrade NAME tries "
            "again"
        )
    quoted = on_one_line(shlex.quote(str(place)))
    _say_whole(f"pages for people: kata report {quoted} --out DIR")


def _say_whole(sentence: str) -> None:
    """Say on stderr what is to be copied from there: no line break is put into it."""
    click.echo(f"kata: {sentence}", err=True)

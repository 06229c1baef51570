"""Offer `kata batch`: many submissions, on all cores or many machines, in one ledger."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from graders.batch.conditions import check_has_cases, default_ledger, load_suites
from graders.batch.coordinator import NoWorkersError, Workers, coordinate
from graders.batch.job import MOST_TRIES, BatchTerms, GradedJob, Job
from graders.batch.ledger.ledger import BatchPlan, Ledger
from graders.batch.sources.archives import close_reader
from graders.batch.sources.discovery import FoundSubmissions, find_submissions
from graders.batch.sources.exports import AUTO, LAYOUTS, PLAIN
from graders.batch.sources.layout import DOWNLOADS, LONGEST_NAME
from graders.commands.grade import cautions, exit_code
from graders.commands.options import (
    WORDS,
    KeepsArguments,
    case_option,
    cluster_option,
    driver_option,
    format_option,
    grading_options,
    kata_option,
    report_options,
    suite_option,
)
from graders.commands.output import (
    Output,
    folder_of_ledgers,
    needs,
    say,
    say_whole,
)
from graders.commands.signals import as_interrupts
from graders.grading.drivers import driver_at
from graders.grading.intake import UnreadableError, submission_from_bytes
from graders.katas import all_katas, kata_named
from graders.model.batch import Batch, Entry, Source
from graders.model.exit_codes import GRADER_ERROR, NOT_ACCEPTED, OK
from graders.model.installation import kata_command
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.reports import formats
from graders.reports.format import Report
from graders.reports.intake import write_intake
from graders.reports.layout import Screen, beginning_of
from graders.reports.leaderboard import unread_in_words
from graders.reports.progress_bars import BatchProgress
from graders.reports.score import count, in_people
from graders.sandbox.isolation import choose_isolation
from graders.sandbox.machine import usable_cores

DRY_FORMATS = ("text", "json", "csv")
"""What `--dry-run` can be shown as."""
_TITLES = MappingProxyType(
    {
        "moodle": "an export of Moodle",
        "canvas": "an export of Canvas",
        "gradescope": "an export of Gradescope",
        "blackboard": "an export of Blackboard",
        "github-classroom": "clones of GitHub Classroom",
    }
)
READERS = ("interview",)


@click.command(
    name="batch",
    cls=KeepsArguments,
    short_help="Grade many submissions; resume if it was interrupted.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("paths", metavar="PATHS...", nargs=-1, required=True)
@click.option(
    "--layout",
    type=click.Choice([AUTO, PLAIN, *LAYOUTS]),
    default=AUTO,
    show_default=True,
    help="The platform that exported PATHS; its names tell people and attempts.",
)
@click.option(
    "--dry-run", is_flag=True, help="List what would be graded, and what is wrong; grade nothing."
)
@kata_option("The kata, where neither the files nor a manifest show which it is.")
@driver_option
@suite_option("A suite file, or a shipped suite by name (phase4); may be repeated.")
@case_option("Only cases whose id matches, such as mate-in-9 or 'phase3/*'; may be repeated.")
@grading_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="How many to grade at a time; by default one for each usable core.",
)
@cluster_option("Grade")
@click.option(
    "--ledger",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where results are kept; by default a file for these PATHS in your state folder.",
)
@click.option(
    "--regrade",
    metavar="GLOB",
    help="Grade candidates or paths that match GLOB again, even if they are done.",
)
@click.option(
    "--likeness",
    "--similarity",
    "likeness",
    is_flag=True,
    help="Also list pairs that resemble one another, and play alike: a hint, not proof.",
)
@format_option([name for name, kind in formats().items() if kind.batches])
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the report there, once everything is graded.",
)
@click.option("--full", is_flag=True, help="Show everything, however long it gets.")
@report_options
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:
    """Grade all submissions in PATHS, several at a time; each result is saved at once.

    PATHS are files, folders with a file or a folder for each candidate, globs, zip or tar
    archives, or manifests in CSV or JSON (candidate,path[,kata]). Exports of learning platforms
    are recognised. If it is interrupted, the same command resumes it; a file that has changed since
    is graded again.

    Exit code 0: all graded and accepted; 1: something was not accepted, or holds nothing that
    can be graded, and stderr names it; 2: bad usage, nothing is graded; 3: the grader failed on
    something; 130 and 143: interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Examples:
      kata batch handed-in --dry-run
      kata batch handed-in
      kata batch class.zip --variants --format csv --output class.csv
      kata batch class.csv --jobs 8 --ledger class.ledger
      kata batch class.csv --cluster ssh:hosts
    """
    kind = formats()[given["format_name"]]
    if given["dry_run"]:
        where = Output(given["output"], map(Path, given["paths"]), kind.begins_file)
        found = find_submissions(given["paths"], given["layout"])
        say_found(found)
        sys.exit(show_found(found, given["format_name"], where))
    if given["cluster"] is not None:
        needs("distributed", "cluster")
    if kind.needs is not None:
        needs(*kind.needs)
    list(all_katas())  # loaded while a signal may still end everything at once
    drivers = () if given["driver"] is None else (driver_at(given["driver"]),)
    asked = BatchRequest(
        paths=given["paths"],
        layout=given["layout"],
        terms=BatchTerms(
            kata=given["kata_name"],
            case=given["patterns"] or ("*",),
            cap_s=given["cap_s"],
            isolation=given["isolation"],
            variants=given["variants"],
            stretch=given["stretch"],
            play_out=given["play_out"],
            allow=given["allow"],
            allow_from=given["allow_from"],
            rerun=given["rerun"],
            drivers=drivers,
            quiet_moves=given["likeness"],
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
            inputs += filter(None, [asked.ledger])
            where = Output(given["output"], inputs, kind.begins_file)
            how = {name: given[name] for name in ("hints", "full", "spoilers")}
            code = grade_batch(asked, kind(where.stream, **how), where)
        except (KeyboardInterrupt, StoppedError):
            sys.exit(stopped())
    sys.exit(OK if code == NOT_ACCEPTED and kind.exits_0_on_failures else code)


_MOST_NAMED = 5
_MOST_REFUSED, _LONGEST_REASON = 30, 80


class BatchRequest(msgspec.Struct, frozen=True):
    """What is asked: `terms` still without the suites, which are named by `suites`.

    `words` are the command as it was given, to be given again.
    """

    paths: tuple[str, ...]
    terms: BatchTerms
    suites: tuple[str, ...]
    words: tuple[str, ...]
    layout: str = AUTO
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
    found = find_submissions(asked.paths, asked.layout)
    close_reader()
    if not terms.drivers:
        terms = replace(terms, drivers=found.drivers)
    check_has_cases(terms, found.sources)
    _say_beforehand(found, terms)
    place = asked.ledger or default_ledger(asked.paths, folder_of_ledgers())
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
    if batch.missing:
        return GRADER_ERROR
    cards = [entry.scorecard for entry in batch.entries if entry.scorecard is not None]
    accepted = all(exit_code(card) == OK for card in cards)
    return OK if accepted and not batch.refused else NOT_ACCEPTED


def _say_beforehand(found: FoundSubmissions, terms: BatchTerms) -> None:
    for caution in cautions(str(choose_isolation(terms.isolation))):
        say(caution)
    say_found(found)


def _grade(
    asked: BatchRequest, terms: BatchTerms, found: FoundSubmissions, ledger: Ledger, plan: BatchPlan
) -> None:
    left = len(plan.jobs) + len(plan.alone)
    names = {number: source.candidate for number, source in enumerate(found.sources)}
    progress = BatchProgress(
        names,
        finished=plan.finished + plan.set_aside + plan.refused,
        alone=[job.number for job in plan.alone],
    )
    if not left:
        if plan.finished and not plan.set_aside:
            say(_nothing_left(plan.finished))
        return
    try:
        workers = _workers(asked, terms, left, progress)
        with progress:
            coordinate(plan.jobs, workers, ledger, progress, alone=plan.alone)
    except NoWorkersError as error:
        say(str(error))
    except KeyboardInterrupt:
        shown = on_one_line(str(ledger.path))
        say_whole(f"interrupted: {progress.done} of {len(names)} are graded, and saved in {shown}")
        say_whole(f"to resume, run the same command: {on_one_line(shlex.join(asked.words))}")
        raise StoppedError from None


def _nothing_left(graded: int) -> str:
    what = "1 is" if graded == 1 else f"all {graded} are"
    return f"{what} graded already, on the same terms"


def _workers(
    asked: BatchRequest, terms: BatchTerms, left: int, progress: BatchProgress
) -> Workers[Job, GradedJob]:
    # Linux alone has all of it.
    from graders.batch.worker_pool import GradingWork, LocalWorkers  # noqa: PLC0415

    if asked.cluster is not None:
        from graders.batch.cluster.workers import cluster_workers  # noqa: PLC0415  # of an extra

        return cluster_workers(asked.cluster, GradingWork(terms), asked.jobs, tell=say)
    return LocalWorkers(terms, min(asked.jobs or len(usable_cores()), left), progress.waits)


def _with_likenesses(batch: Batch) -> Batch:
    from graders.similarity.pairs import find_pairs  # noqa: PLC0415  # 20 ms, only where it is asked for

    unread: list[int] = []
    pairs = find_pairs(
        [(PurePath(each.path).name, each.content) for each in batch.entries],
        quiet_moves=[
            each.scorecard.quiet_moves if each.scorecard else () for each in batch.entries
        ],
        on_failure=unread.append,
    )
    if not_asked := sum(map(_plays_unknown, batch.entries)):
        what = "1 was" if not_asked == 1 else f"{not_asked} were"
        say(
            f"{what} graded earlier without --likeness: compared by source alone; --regrade "
            "NAME also asks how a program plays"
        )
    compared = replace(batch, likenesses=pairs, unread=tuple(unread))
    if unread:
        say(unread_in_words(compared))
    return compared


def _plays_unknown(entry: Entry) -> bool:
    """Tell whether a program was not asked how it plays, though it answers and its kata asks."""
    card = entry.scorecard
    if card is None or card.quiet_moves or not card.score:
        return False
    return bool(kata_named(card.kata).quiet_tasks())


def _say_afterwards(batch: Batch, place: Path) -> None:
    say_whole(
        f"{batch.received} of {batch.expected} graded; the ledger is {on_one_line(str(place))}"
    )
    aside = [entry.candidate for entry in batch.entries if entry.set_aside]
    if batch.refused:
        say(f"not graded: {_refusals(batch.refused)}")
    if missing := batch.missing - len(aside):
        what = "1 is" if missing == 1 else f"{missing} are"
        say(f"{what} missing: run the same command to try again")
    if aside:
        named = ", ".join(aside[:_MOST_NAMED]) + (", …" if len(aside) > _MOST_NAMED else "")
        say(
            f"set aside: {named}; the grader failed {MOST_TRIES} times, and --regrade NAME tries "
            "again"
        )
    quoted = on_one_line(shlex.quote(str(place)))
    say_whole(f"to make HTML pages: {kata_command()} report {quoted} --out DIR")


def _refusals(refused: Sequence[Entry]) -> str:
    """Name those of which nothing was run, each reason once."""
    by_reason: dict[str, list[str]] = {}
    for entry in refused[:_MOST_REFUSED]:
        reason = beginning_of(on_one_line(entry.refused), _LONGEST_REASON)
        by_reason.setdefault(reason, []).append(entry.candidate)
    said = [f"{', '.join(names)} ({reason})" for reason, names in by_reason.items()]
    if left := len(refused) - _MOST_REFUSED:
        said.append(f"and {left} more" if left > 0 else "")
    return ", ".join(filter(None, said))


def say_found(found: FoundSubmissions) -> None:
    """Say how the paths were read, and what lies there that is not graded."""
    for export in found.exports:
        what = f"recognised as {_TITLES.get(export.layout, '')}: {in_people(export.people)}"
        if export.layout == DOWNLOADS:
            files = count(export.people, "file")
            what = f"recognised as downloads of a browser: {files}, which name nobody"
        say(f"{export.path}: {what}; --layout plain reads it as it stands")
    for path, encoding in found.encodings:
        say(f"{path} is not UTF-8: it was read as {encoding}")
    for path, why in found.unnamed:
        say(f"{path} does not say whose each submission is: {why}")
    several = [source.candidate for source in found.sources if source.hand_in.earlier]
    if several:
        who = f"{in_people(len(several))} handed in several attempts, of which the latest counts"
        say(f"{who}: {_named(several)}")
    if found.cut:
        were = "name was" if len(found.cut) == 1 else "names were"
        say(f"{len(found.cut)} {were} cut after {LONGEST_NAME} characters: {_named(found.cut)}")
    if found.beside:
        are = (
            "file beside submissions is"
            if len(found.beside) == 1
            else ("files beside submissions are")
        )
        say(f"{len(found.beside)} {are} not graded: {_named(found.beside)}")
    if found.passed_over:
        say(_skipped(found.passed_over))


def _skipped(files: Sequence[str]) -> str:
    """Say in one line which files are no submissions, those of one name together.

    >>> _skipped(["in/ann/README.md", "in/notes.txt", "in/bob/README.md"])
    '3 files are not submissions and were skipped: README.md (2), notes.txt'
    >>> _skipped(["in/README.md"])
    '1 file is not a submission and was skipped: README.md'
    """
    names = Counter(PurePath(file).name for file in files).most_common()
    named = [name if times == 1 else f"{name} ({times})" for name, times in names]
    what = "1 file is not a submission and was" if len(files) == 1 else None
    what = what or f"{len(files)} files are not submissions and were"
    return f"{what} skipped: {_named(named)}"


def show_found(found: FoundSubmissions, kind: str, where: Output) -> int:
    """Show what would be graded; return the exit code, which is 0 where all of it can be."""
    if kind not in DRY_FORMATS:
        raise UsageError(f"--dry-run: --format is one of {', '.join(DRY_FORMATS)}")
    sources = [*map(_as_it_would_be_read, found.sources)]
    where.writing(write_intake)(sources, kind, where.stream, Screen(where.stream).width)
    where.close(complete=True)
    return OK if all(source.content is not None for source in sources) else NOT_ACCEPTED


def _as_it_would_be_read(source: Source) -> Source:
    """Return a submission without its bytes where these are no source text."""
    if isinstance(source.content, bytes):
        try:
            submission_from_bytes(Path(source.path), source.content)
        except UnreadableError as error:
            return replace(source, content=None, unreadable=str(error))
    return source


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")

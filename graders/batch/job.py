"""Grade one submission of a batch, in whatever process or on whatever machine it was handed to."""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import PurePath

import msgspec
from msgspec.structs import asdict

from graders.grading.drivers import driver_for
from graders.grading.grade_file import Start, check_may_grade_several, grade_file
from graders.katas import all_katas
from graders.model.scorecard import Scorecard, singles
from graders.model.submission import Content, Driver
from graders.model.suite import Suite
from graders.model.usage_error import UsageError
from graders.sandbox import isolation, machine


class BatchTerms(msgspec.Struct, frozen=True):
    """On what and how every submission of a batch is graded: arguments of `grade_file`.

    No `suites` stand for the shipped ones. Of `drivers` for all, each submission takes that in its
    language, if it wants one and has none. Everything here can be sent to another process.
    `quiet_moves` changes no result, and is no condition of one.
    """

    kata: str | None = None
    suites: tuple[Suite, ...] = ()
    case: tuple[str, ...] = ("*",)
    cap_s: float | None = None
    isolation: str = "auto"
    variants: bool = False
    stretch: bool = False
    allow: tuple[str, ...] = ()
    allow_from: PurePath | None = None
    rerun: bool = True
    drivers: tuple[Driver, ...] = ()
    quiet_moves: bool = False
    play_out: bool | None = None


MOST_TRIES = 3
"""How often a submission is handed out where the fault is not its own; then it is set aside."""


class Job(msgspec.Struct, frozen=True):
    """One submission to be graded; `number` is its place in the batch.

    `tried` is how often it was handed out before, in other runs, and the grader failed.
    """

    number: int
    path: str
    content: Content
    kata: str | None = None
    tried: int = 0


class WorkerLostError(RuntimeError):
    def __init__(self) -> None:
        super().__init__("the process that worked on it is gone: it was killed, or crashed")


class GradedJob(msgspec.Struct, frozen=True):
    """What came back: the scorecard as compressed JSON, and what a coordinator acts on.

    With `grader_errors` it is to be tried again; where it is `doubtful` the machine kept the
    program waiting during a run that counts, so that it is to be repeated alone. `refused` says why
    nothing of it was run, where that is its own fault: the scorecard then counts for nothing.
    """

    number: int
    scorecard: bytes
    grader_errors: int
    doubtful: bool
    refused: str = ""

    @property
    def card(self) -> Scorecard:
        return unpack_scorecard(self.scorecard)


def preload_grading(terms: BatchTerms) -> None:
    """Load ahead, in a process that is to grade, what its first submission would wait for."""
    isolation.prewarm(terms.isolation)
    list(all_katas())
    with suppress(UsageError):  # which each submission is told of
        check_may_grade_several(terms.isolation)
    if machine.is_linux():
        from graders.sandbox import linux  # noqa: F401, PLC0415  # Linux alone has it


def grade_job(job: Job, terms: BatchTerms) -> GradedJob:
    arguments = {**asdict(terms), "kata": job.kata or terms.kata}
    starts: list[Start] = []
    card = grade_file(
        job.path,
        driver=driver_for(arguments.pop("drivers"), job.path),
        content=job.content,
        on_start=starts.append,
        **arguments,
    )
    doubtful = terms.rerun and any(single.disturbed for single in singles(card.results))
    refused = starts[0].refused
    return GradedJob(job.number, pack_scorecard(card), card.grader_errors, doubtful, refused)


def pack_scorecard(card: Scorecard) -> bytes:
    """Return a scorecard as compressed JSON; `unpack_scorecard` reads it back."""
    return zlib.compress(card.to_json().encode("ascii"))


def unpack_scorecard(data: bytes) -> Scorecard:
    """Undo `pack_scorecard`; raise `ScorecardError` or `zlib.error` for anything else."""
    return Scorecard.from_json(zlib.decompress(data))

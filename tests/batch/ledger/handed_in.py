"""Batches made by hand, and what could have come back of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from graders.batch.job import BatchTerms, GradedJob, Job, pack_scorecard
from graders.batch.ledger.ledger import BatchPlan, Ledger
from graders.model.batch import Batch, Source
from graders.model.provenance import Submitted
from graders.model.scorecard import Assessment, NotRun, Result, Scorecard
from graders.model.verdict import Verdict

TERMS = BatchTerms(kata="best_move", isolation="limits")
ACCEPTED = Result("phase3/one", Verdict.ACCEPTED, 1, 1, 2.0, answer=3, wall_s=0.1)
MISSED = Result("phase3/one", Verdict.WRONG_ANSWER, 0, 1, 2.0, answer=2, wall_s=0.1)
FAILED = Result("phase3/one", Verdict.GRADER_ERROR, 0, 1, 2.0, message="ours")
NOT_RUN = (NotRun("phase3/two", 1, 2.0),)
ASSESSMENT = Assessment("alpha_beta", "behaves like alpha-beta", "Search deeper.")


def source(candidate: str, code: str = "", path: str = "") -> Source:
    """Return what a candidate handed in; by default every candidate something else."""
    content = (code or f"# {candidate}\n").encode()
    return Source(candidate, path or f"{candidate}/solution.py", content)


def sources(*candidates: str) -> tuple[Source, ...]:
    return tuple(map(source, candidates))


def card(job: Job, *results: Result) -> Scorecard:
    sha256 = None if job.content is None else hashlib.sha256(job.content).hexdigest()
    submitted = Submitted(job.path, sha256, len(job.content or b""))
    return Scorecard(submitted, "best_move", "limits", results or (ACCEPTED,), ASSESSMENT)


def graded(job: Job, *results: Result, doubtful: bool = False) -> GradedJob:
    """Return what comes back from a worker: all accepted, unless there are other results."""
    made = card(job, *results)
    return GradedJob(job.number, pack_scorecard(made), made.grader_errors, doubtful)


def cut_short(job: Job) -> GradedJob:
    return GradedJob(
        job.number, pack_scorecard(replace(card(job), complete=False, not_run=NOT_RUN)), 0, False
    )


@contextmanager
def begun(
    path: Path, *handed_in: Source, terms: BatchTerms = TERMS, regrade: str | None = None
) -> Iterator[tuple[Ledger, BatchPlan]]:
    """Open the ledger and begin a batch, as one command does."""
    with Ledger.open(path) as ledger:
        yield ledger, ledger.begin(handed_in, terms, title="Monday", regrade=regrade)


def run(
    path: Path, *handed_in: Source, terms: BatchTerms = TERMS, regrade: str | None = None
) -> list[str]:
    """Run a batch in which all is accepted; return the paths that had to be graded."""
    with begun(path, *handed_in, terms=terms, regrade=regrade) as (ledger, plan):
        for job in (*plan.jobs, *plan.alone):
            ledger.handed_out(job.number)
            ledger.keep(graded(job), to_repeat=False)
        return [job.path for job in plan.jobs]


def candidates(batch: Batch) -> list[str]:
    return [entry.candidate for entry in batch.entries]

"""Grade on this machine, by worker processes of which any may be killed at any moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import msgspec

from graders.batch.job import Graded, Job, Terms, get_ready, grade_job
from graders.batch.workers import Tell, Workers
from graders.sandbox.leases import What, told_to

OnWait = Callable[[int, What | None], None]
"""Called with a job's number and what it waits for, with None once that is over; in any thread."""


def _nobody(number: int, what: What | None) -> None:
    """Tell nobody."""


class _Grading(msgspec.Struct, frozen=True):
    """Be the work of one batch: to grade on its terms."""

    terms: Terms

    def get_ready(self) -> None:
        """Load ahead what the first submission would wait for."""
        get_ready(self.terms)

    def do(self, job: Job, tell: Tell) -> Graded:
        """Grade one submission; tell what it waits for, and nothing once that is over."""
        with told_to(lambda awaited: tell("" if awaited is None else awaited.what)):
            return grade_job(job, self.terms)


class LocalWorkers(Workers[Job, Graded]):
    """Hold so many worker processes, each of which was told the terms of the batch once."""

    def __init__(self, terms: Terms, places: int, on_wait: OnWait = _nobody) -> None:
        """Start the workers, and wait for none."""
        super().__init__([_Grading(terms)] * places)
        self._on_wait = on_wait

    def submit(self, job: Job, tell: Tell | None = None) -> Future[Graded]:
        """Have a job done by the next worker that has nothing to do."""
        return super().submit(job, tell or self._teller(job.number))

    def _teller(self, number: int) -> Tell:
        return lambda what: self._on_wait(number, What(what) if what else None)

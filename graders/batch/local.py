"""Grade on this machine, by worker processes of which any may be killed at any moment."""

from __future__ import annotations

import msgspec

from graders.batch.job import Graded, Job, Terms, get_ready, grade_job
from graders.batch.workers import Tell, Workers


class _Grading(msgspec.Struct, frozen=True):
    """Be the work of one batch: to grade on its terms."""

    terms: Terms

    def get_ready(self) -> None:
        """Load ahead what the first submission would wait for."""
        get_ready(self.terms)

    def do(self, job: Job, tell: Tell) -> Graded:
        """Grade one submission."""
        return grade_job(job, self.terms)


class LocalWorkers(Workers[Job, Graded]):
    """Hold so many worker processes, each of which was told the terms of the batch once."""

    def __init__(self, terms: Terms, places: int) -> None:
        """Start the workers, and wait for none."""
        super().__init__([_Grading(terms)] * places)

"""Workers that do each job at once and in this process, for tests of what commands do with them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from graders.batch.job import GradedJob, Job
from graders.model.usage_error import UsageError


class AtOnce:
    """Do each job in the moment it is handed out, by a function."""

    places = 2

    def __init__(self, does: Callable[[Job], GradedJob]) -> None:
        self.does = does
        self.handed_out: list[str] = []

    def submit(self, job: Job) -> Future[GradedJob]:
        self.handed_out.append(Path(job.path).name)
        future: Future[GradedJob] = Future()
        try:
            future.set_result(self.does(job))
        except UsageError as error:
            future.set_exception(error)
        return future

    def close(self, *, at_once: bool) -> None:
        """Have nothing to end."""

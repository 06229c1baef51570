"""Hand submissions out and take what comes back, until each is graded or has been tried enough."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Protocol

from graders.batch.job import Graded, Job

MOST_TRIES = 3
"""How often a submission is handed out in one run, where the fault is not its own."""
_LOOK_EVERY_S = 0.2


class Workers(Protocol):
    """Take jobs; what `concurrent.futures.Executor` is to functions."""

    @property
    def places(self) -> int:
        """Return how many jobs may be under way at once, now."""

    def submit(self, job: Job) -> Future[Graded]:
        """Have a job done by one of the workers."""

    def close(self, *, at_once: bool) -> None:
        """End the workers; with `at_once`, in the middle of what they do."""


class Keeping(Protocol):
    """Keep what came back, for good, before anybody else is told of it."""

    def handed_out(self, number: int) -> None:
        """Count that a submission is about to be handed to a worker, whatever becomes of it."""

    def keep(self, graded: Graded, *, to_repeat: bool) -> None:
        """Keep a scorecard; with `to_repeat` it stands only until its repeat, alone, is there."""

    def keep_fault(self, number: int, why: str) -> None:
        """Keep that a submission could not be graded, and why."""


class Watching(Protocol):
    """Be told how the batch goes on."""

    def began(self, job: Job) -> None:
        """Be told that a job was handed out."""

    def ended(self, job: Job, graded: Graded | None) -> None:
        """Be told that it came back; None where it did not, whether or not it is tried again."""

    def waited(self) -> None:
        """Be called a few times a second."""


@dataclass
class _UnderWay:
    job: Job
    tries: int
    since_s: float


def coordinate(
    jobs: Iterable[Job],
    workers: Workers,
    keeping: Keeping,
    watching: Watching,
    *,
    alone: Iterable[Job] = (),
) -> None:
    """Have all jobs done, and keep each result as soon as it is there.

    A job that fails for a fault that is not the submission's own is tried again at the end. Those
    `alone` were done before, in doubtful time: they are repeated after all others, one at a time.
    `KeyboardInterrupt` ends it at once; what has not come back until then is not kept.
    """
    queue = deque((job, 1) for job in jobs)
    under_way: dict[Future[Graded], _UnderWay] = {}
    try:
        while queue or under_way:
            while queue and len(under_way) < workers.places:
                job, tries = queue.popleft()
                keeping.handed_out(job.number)
                under_way[workers.submit(job)] = _UnderWay(job, tries, time.monotonic())
                watching.began(job)
            done, _ = wait(under_way, timeout=_LOOK_EVERY_S, return_when=FIRST_COMPLETED)
            for future in done:
                one = under_way.pop(future)
                if _settled(future, one, keeping, watching):
                    queue.append((one.job, one.tries + 1))
            watching.waited()
    except BaseException:
        workers.close(at_once=True)
        raise
    workers.close(at_once=False)


def _settled(future: Future[Graded], one: _UnderWay, keeping: Keeping, watching: Watching) -> bool:
    """Keep what came back, and tell whether the job is to be handed out again."""
    error = future.exception()
    if error is not None:
        keeping.keep_fault(one.job.number, f"{type(error).__name__}: {error}")
        watching.ended(one.job, None)
        return one.tries < MOST_TRIES
    graded = future.result()
    keeping.keep(graded, to_repeat=graded.doubtful)
    watching.ended(one.job, graded)
    return bool(graded.grader_errors) and one.tries < MOST_TRIES

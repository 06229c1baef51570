"""Hand submissions out and take what comes back, until each is graded or has been tried enough."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar

import msgspec

from graders.batch.job import MOST_TRIES, GradedJob, Job, WorkerLostError
from graders.model.usage_error import UsageError
from graders.sandbox.leases import unleased
from graders.sandbox.machine import on_cores

_LOOK_EVERY_S = 0.2
JobT_contra = TypeVar("JobT_contra", contravariant=True)
DoneT = TypeVar("DoneT")


class NoWorkersError(RuntimeError):
    """Say that in the middle of the work no worker was left, and none came."""


class Workers(Protocol[JobT_contra, DoneT]):
    """Take jobs; what `concurrent.futures.Executor` is to functions.

    The future of a job raises `UsageError` for what whoever started it has to correct, and
    `WorkerLostError` where a worker was lost with it; that of no other job does for the same loss.
    """

    @property
    def places(self) -> int:
        """Return how many jobs may be under way at once, now.

        Raises `NoWorkersError` where that was none for long.
        """

    def submit(self, job: JobT_contra) -> Future[DoneT]: ...

    def close(self, *, at_once: bool) -> None:
        """End the workers; with `at_once`, in the middle of what they do."""


class ResultStore(Protocol):
    """Keep what came back, for good, before anybody else is told of it."""

    def handed_out(self, number: int) -> None:
        """Count that a submission is about to be handed to a worker, whatever becomes of it."""

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None:
        """Keep a scorecard; with `to_repeat` it stands only until its repeat, alone, is there."""

    def keep_fault(self, number: int, why: str) -> None: ...


class ProgressListener(Protocol):
    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, graded: GradedJob | None) -> None:
        """Be told that it came back; None where it did not, whether or not it is tried again."""

    def waited(self) -> None: ...


def coordinate(
    jobs: Iterable[Job],
    workers: Workers[Job, GradedJob],
    store: ResultStore,
    listener: ProgressListener,
    *,
    alone: Iterable[Job] = (),
) -> None:
    """Have all jobs done, keep each result as soon as it is there, and close the workers.

    A job that fails for a fault that is not the submission's own is tried again after all others,
    up to `MOST_TRIES` times, those of earlier runs included. Those of which the times are doubtful,
    and those `alone`, of which they were so before, are repeated in the end one at a time, with
    nothing else under way; the repeat counts, whatever it comes to. `KeyboardInterrupt`, or
    whatever else is raised, ends it at once: what has not come back until then is not kept, and
    nothing is half kept.
    """
    dispatcher = _Dispatcher(workers, store, listener)
    try:
        doubtful = dispatcher.run(jobs)
        dispatcher.run((*alone, *doubtful), alone=True)
        workers.close(at_once=False)
    except BaseException:
        workers.close(at_once=True)
        raise


class _Try(msgspec.Struct, frozen=True):
    job: Job
    number: int = 1

    @property
    def is_last(self) -> bool:
        return self.number >= MOST_TRIES


class _Dispatcher:
    def __init__(
        self, workers: Workers[Job, GradedJob], store: ResultStore, listener: ProgressListener
    ) -> None:
        self._workers, self._store, self._listener = workers, store, listener
        self._under_way: dict[Future[GradedJob], _Try] = {}
        self._back: SimpleQueue[Future[GradedJob]] = SimpleQueue()

    def run(self, jobs: Iterable[Job], *, alone: bool = False) -> list[Job]:
        """Have jobs done, `alone` one at a time; return those of which the times are doubtful.

        A repeat is never repeated in its turn.
        """
        waiting = deque(_Try(job, job.tried + 1) for job in jobs)
        doubtful: list[Job] = []
        while waiting or self._under_way:
            places = min(1, self._workers.places) if alone else self._workers.places
            while waiting and len(self._under_way) < places:
                self._hand_out(waiting.popleft())
            with on_cores(unleased()):  # whoever is started outside of this may use all of them
                for future in self._completed():
                    tried = self._under_way.pop(future)
                    if self._needs_another_try(future, tried, alone=alone):
                        waiting.append(_Try(tried.job, tried.number + 1))
                    elif not alone and _is_doubtful(future):
                        doubtful.append(tried.job)
                self._listener.waited()
        return doubtful

    def _hand_out(self, tried: _Try) -> None:
        self._store.handed_out(tried.job.number)
        future = self._workers.submit(tried.job)
        self._under_way[future] = tried
        future.add_done_callback(self._back.put)
        self._listener.began(tried.job)

    def _completed(self) -> list[Future[GradedJob]]:
        deadline = time.monotonic() + _LOOK_EVERY_S
        back: list[Future[GradedJob]] = []
        try:
            back.append(self._back.get(timeout=_LOOK_EVERY_S))
            while time.monotonic() < deadline:
                back.append(self._back.get_nowait())
        except Empty:
            pass
        return back

    def _needs_another_try(self, future: Future[GradedJob], tried: _Try, *, alone: bool) -> bool:
        error = WorkerLostError() if future.cancelled() else future.exception()
        if error is not None:
            self._store.keep_fault(tried.job.number, fault_message(error))
            self._listener.ended(tried.job, None)
            return not tried.is_last and not isinstance(error, UsageError)
        graded = future.result()
        again = bool(graded.grader_errors) and not tried.is_last
        self._store.keep(graded, to_repeat=graded.doubtful and not alone)
        self._listener.ended(tried.job, graded)
        return again


def _is_doubtful(future: Future[GradedJob]) -> bool:
    came_back = not future.cancelled() and future.exception() is None
    return came_back and future.result().doubtful


def fault_message(error: BaseException) -> str:
    """Say what failed, with the kind of a fault that was not foreseen.

    >>> fault_message(UsageError("no such suite")), fault_message(KeyError("moves"))
    ('no such suite', "KeyError: 'moves'")
    """
    if isinstance(error, (UsageError, WorkerLostError)):
        return str(error)
    return f"{type(error).__name__}: {error}"

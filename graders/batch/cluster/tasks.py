"""Do, in a worker, what the coordinator has sent there: tell how it grades, and grade.

A worker may be anybody's: Dask runs these functions in a thread of it, in which no signal comes.
A job that nobody waits for any more, as the coordinator was interrupted, is gone, or takes this
worker for lost, is ended in good order by a `Cancellation`.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
from typing import Any

import msgspec

from graders.batch.cluster.facts import Facts, facts
from graders.batch.job import Graded, Job, Terms, get_ready, grade_job
from graders.sandbox.interrupts import Cancellation
from graders.sandbox.isolation import IsolationUnavailableError

_PLUGIN = "kata-jobs"
_terms: dict[str, Terms] = {}
_under_way: dict[object, Cancellation] = {}
_lock = threading.Lock()


class Introduction(msgspec.Struct, frozen=True):
    """Hold what a worker tells of itself; `trouble` is why it cannot grade, where it cannot."""

    facts: Facts | None
    threads: int
    pid: int
    trouble: str = ""


class GivenUpError(RuntimeError):
    """Say that nobody waits for a job any more."""


def introduce(digest: str, terms: bytes) -> Introduction:
    """Keep the terms of a batch, once for all its jobs, and tell what this worker is."""
    from distributed import get_worker  # noqa: PLC0415  # of the extra

    worker: Any = get_worker()
    _terms[digest] = pickle.loads(terms)
    if _PLUGIN not in worker.plugins:
        adding = worker.plugin_add(_ending_what_was_given_up(), name=_PLUGIN)
        asyncio.run_coroutine_threadsafe(adding, worker.loop.asyncio_loop).result()
    threads = worker.state.nthreads
    try:
        told = facts(_terms[digest])
    except IsolationUnavailableError as error:
        return Introduction(None, threads, os.getpid(), str(error))
    get_ready(_terms[digest])
    return Introduction(told, threads, os.getpid())


def grade(digest: str, job: Job) -> Graded:
    """Grade a submission under terms that this worker was told before."""
    from distributed import get_worker  # noqa: PLC0415  # of the extra

    key = get_worker().get_current_task()
    cancellation = Cancellation()
    with _lock:
        _under_way[key] = cancellation
    try:
        with cancellation.may_end():
            graded = grade_job(job, _terms[digest])
    except KeyboardInterrupt:
        raise GivenUpError from None
    finally:
        with _lock:
            del _under_way[key]
    if cancellation.was_asked:
        raise GivenUpError
    return graded


def give_up(key: object | None = None) -> None:
    """End a job in good order, or all that are under way in this process."""
    with _lock:
        for each, cancellation in _under_way.items():
            if key in (None, each):
                cancellation.cancel()


def is_busy() -> bool:
    """Tell whether a job is under way in this process."""
    return bool(_under_way)


def _ending_what_was_given_up() -> Any:
    from distributed import WorkerPlugin  # noqa: PLC0415  # of the extra

    class Ending(WorkerPlugin):
        def transition(self, key: object, start: str, finish: str, **_: object) -> None:
            if start in {"executing", "long-running"} and finish in {"released", "cancelled"}:
                give_up(key)

    return Ending()

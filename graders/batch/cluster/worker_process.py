"""One worker process of a cluster: join the scheduler, say how this machine grades, and work.

Workers of ours are started as `python -m graders.batch.cluster.worker_process`, told on standard
input whom to join, and end when that ends. One thread does the jobs; the main thread talks to the
scheduler. A worker of a scheduler that somebody else runs loads this module for its functions.

A job that nobody waits for any more, as the coordinator was interrupted, is gone, or takes this
worker for lost, is ended in good order by a `Cancellation`: no signal comes in Dask's thread.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import pickle
import threading
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import msgspec
from distributed import WorkerPlugin, get_worker

from graders.batch.cluster.dask_nodes import configure_dask, worker_of
from graders.batch.cluster.machines import Invitation
from graders.batch.cluster.members import GradingFacts, grading_facts
from graders.batch.worker_pool import DoneT_co, JobT_contra, Work
from graders.sandbox import processes, supervisor_client
from graders.sandbox.interrupts import Cancellation
from graders.sandbox.isolation import IsolationUnavailableError

_ENDS_WITHIN_S = 5.0
_PLUGIN = "kata-jobs"
_works: dict[str, ClusterWork[Any, Any]] = {}
_under_way: dict[object, Cancellation] = {}
_lock = threading.Lock()


def run_worker() -> None:
    processes.end_with_parent()
    configure_dask()
    if line := processes.read_order():
        asyncio.run(_work(Invitation.read(line)))


async def _work(invitation: Invitation) -> None:
    loop, unwanted = asyncio.get_running_loop(), asyncio.Event()
    processes.when_unwanted(partial(loop.call_soon_threadsafe, unwanted.set))
    worker = worker_of(invitation)
    await worker
    ends = [asyncio.create_task(each) for each in (worker.finished(), unwanted.wait())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    give_up()
    with suppress(TimeoutError):
        async with asyncio.timeout(_ENDS_WITHIN_S):
            while is_busy():
                await asyncio.sleep(0.02)
    supervisor_client.close_all()
    os._exit(0)  # Dask has nothing to put in order, and its threads are not waited for


class ClusterWork(Work[JobT_contra, DoneT_co], Protocol[JobT_contra, DoneT_co]):
    """Work that workers elsewhere may do, once they are found to contain submissions as we do."""

    @property
    def isolation(self) -> str:
        """Return the level that was asked for."""


class Introduction(msgspec.Struct, frozen=True):
    facts: GradingFacts | None
    threads: int
    pid: int
    trouble: str = ""
    """Why it cannot grade, where it cannot."""


def introduce(digest: str, work: bytes) -> Introduction:
    """Keep what all jobs to come have in common, and tell what this worker is."""
    worker: Any = get_worker()
    _works[digest] = pickle.loads(work)
    if _PLUGIN not in worker.plugins:
        adding = worker.plugin_add(_GiveUpPlugin(), name=_PLUGIN)
        asyncio.run_coroutine_threadsafe(adding, worker.loop.asyncio_loop).result()
    threads = worker.state.nthreads
    try:
        told = grading_facts(_works[digest].isolation)
    except IsolationUnavailableError as error:
        return Introduction(None, threads, os.getpid(), str(error))
    _works[digest].get_ready()
    return Introduction(told, threads, os.getpid())


class GivenUpError(RuntimeError):
    """Nobody waits for the job any more."""


def do_in_worker(digest: str, job: object) -> object:
    """Do a job of a work that this worker was told before."""
    key = get_worker().get_current_task()
    cancellation = Cancellation()
    with _lock:
        _under_way[key] = cancellation
    try:
        with cancellation.may_end():
            done = _works[digest].do(job, lambda _awaited: None)
    except KeyboardInterrupt:
        raise GivenUpError from None
    finally:
        with _lock:
            del _under_way[key]
    if cancellation.was_asked:
        raise GivenUpError
    return done


def give_up(key: object | None = None) -> None:
    """End a job in good order, or all that are under way in this process."""
    with _lock:
        for each, cancellation in _under_way.items():
            if key in (None, each):
                cancellation.cancel()


def is_busy() -> bool:
    """Tell whether a job is under way in this process."""
    return bool(_under_way)


class _GiveUpPlugin(WorkerPlugin):
    def transition(self, key: object, start: str, finish: str, **_: object) -> None:
        if start in {"executing", "long-running"} and finish in {"released", "cancelled"}:
            give_up(key)


if __name__ == "__main__":
    # Dask finds the functions above by this name; what they keep is what `run_worker` looks at.
    importlib.import_module("graders.batch.cluster.worker_process").run_worker()

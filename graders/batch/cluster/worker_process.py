"""Be one worker process of a cluster: join the scheduler, say how this machine grades, and grade.

Workers of ours are started as `python -m graders.batch.cluster.worker_process`, told on standard
input whom to join, and end when that ends. One thread does the jobs; the main thread talks to the
scheduler. A worker of a scheduler that somebody else runs loads this module for its functions.

A job that nobody waits for any more, as the coordinator was interrupted, is gone, or takes this
worker for lost, is ended in good order by a `Cancellation`: no signal comes in Dask's thread.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import importlib
import json
import logging
import os
import pickle
import platform
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import asdict

from graders.batch.job import BatchTerms, GradedJob, Job, get_ready, grade_job
from graders.model.installation import ABOVE
from graders.sandbox import isolation, processes, supervisor_client
from graders.sandbox.interrupts import Cancellation
from graders.sandbox.isolation import IsolationUnavailableError
from graders.sandbox.processes import bubblewrap_version

if TYPE_CHECKING:
    from distributed import Security, Worker

_ENDS_WITHIN_S = 5.0
_CONNECTS_WITHIN_S = 60.0
TAG = "kata"
"""The resource that a worker has one of when it was started for us: `--resources kata=1`."""
_SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.http.routes": [],
    "distributed.scheduler.http.routes": [],
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.worker-ttl": None,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.tick.cycle": "5s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.disk": False,
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.large-graph-warning-threshold": "1GiB",
    "distributed.client.scheduler-info-interval": "1h",
}
"""Nothing of Dask's own tries a job again, looks into threads or wakes up more than it has to.

Who is there, who is silent and what is handed out again we decide ourselves (`Members`).
"""
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "bokeh", "tornado", "asyncio")
_ROLES = ("client", "scheduler", "worker")
_ROOMS = ("graders", "kata", "solutions", "positions")
_KINDS = {".py", ".mjs", ".yaml"}
_SHOWN = 12
_PLUGIN = "kata-jobs"
_terms: dict[str, BatchTerms] = {}
_under_way: dict[object, Cancellation] = {}
_lock = threading.Lock()


def main() -> None:
    """Join the scheduler, and do its jobs until nobody wants them any more."""
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


def worker_of(invitation: Invitation) -> Worker:
    """Return one of Dask's workers, as ours are; it has not joined yet."""
    from distributed import Worker  # noqa: PLC0415  # what is settled comes first
    from distributed.utils import get_ip  # noqa: PLC0415

    with without_scratch_folder() as folder:
        return Worker(
            invitation.scheduler,
            nthreads=1,
            resources={TAG: 1},
            security=invitation.security(),
            host=get_ip(urlsplit(invitation.scheduler).hostname),
            protocol="tls",
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            death_timeout=_CONNECTS_WITHIN_S,
            **folder,
        )


def configure_dask() -> None:
    """Set all that, for this process; what goes wrong is told by us, in sentences."""
    import dask  # noqa: PLC0415  # of the extra

    dask.config.set(_SETTINGS)
    import distributed  # noqa: F401, PLC0415  # sets up logs of its own

    for name in ("tornado.application", "tornado.general", *_LOGGERS):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def without_scratch_folder() -> Iterator[dict[str, Any]]:
    """Yield what a scheduler or a worker is made with so that it leaves no folder behind.

    Dask would have one in the folder for temporary files, look there first for everything that is
    imported, and leave it where it is killed. Nothing of ours is ever written there.
    """
    before = list(sys.path)
    with tempfile.TemporaryDirectory(prefix="dask-scratch-space-") as folder:
        yield {"local_directory": folder, "needs_workdir": False}
    with suppress(ValueError):
        if folder not in before:
            sys.path.remove(folder)


class Invitation(msgspec.Struct, frozen=True):
    """Hold where the scheduler is, and the certificate and key that let in, as PEM.

    They exist in memory alone, and are good for this one scheduler. `workers` is for a machine:
    how many to start, None for one a usable core.
    """

    scheduler: str
    certificate: str
    key: str
    workers: int | None = None

    def line(self) -> bytes:
        """Return it as one line, without its end."""
        return json.dumps(asdict(self)).encode("ascii")

    @staticmethod
    def read(line: bytes) -> Invitation:
        """Read what `line` returned."""
        return Invitation(**json.loads(line))

    def security(self) -> Security:
        """Return what Dask needs for it; who has the certificate is let in, and nobody else."""
        from distributed import Security  # noqa: PLC0415  # of the extra

        certificates = {f"tls_{role}_cert": self.certificate for role in _ROLES}
        keys = {f"tls_{role}_key": self.key for role in _ROLES}
        return Security(
            require_encryption=True, tls_ca_file=self.certificate, **certificates, **keys
        )


class Introduction(msgspec.Struct, frozen=True):
    """Hold what a worker tells of itself; `trouble` is why it cannot grade, where it cannot."""

    facts: GradingFacts | None
    threads: int
    pid: int
    trouble: str = ""


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
        told = grading_facts(_terms[digest])
    except IsolationUnavailableError as error:
        return Introduction(None, threads, os.getpid(), str(error))
    get_ready(_terms[digest])
    return Introduction(told, threads, os.getpid())


class GivenUpError(RuntimeError):
    """Say that nobody waits for a job any more."""


def grade_in_worker(digest: str, job: Job) -> GradedJob:
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


class GradingFacts(msgspec.Struct, frozen=True):
    """Hold what a verdict depends on beside the submission and the terms, of one process.

    `source` is a digest of the grader's own files and of the shipped suites: two checkouts may
    have the same version. `isolation_version` is bubblewrap's, None where it is not used.
    """

    grader: str
    source: str
    python: str
    isolation: str
    isolation_version: str | None = None


def grading_facts(terms: BatchTerms) -> GradingFacts:
    """Return those of this process; raise `IsolationUnavailableError` where it cannot grade."""
    level = isolation.choose(terms.isolation)
    level.check_may_grade_several()
    return GradingFacts(
        grader=_version(),
        source=source_digest(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        isolation=str(level),
        isolation_version=bubblewrap_version() if level is isolation.Isolation.BWRAP else None,
    )


def difference(theirs: GradingFacts, ours: GradingFacts) -> str:
    """Return how a worker differs from the coordinator, and nothing where it does not.

    >>> ours = GradingFacts("1.0", "a1", "CPython 3.13.1", "bwrap", "0.11.0")
    >>> difference(ours, ours)
    ''
    >>> difference(GradingFacts("1.0", "a1", "CPython 3.11.2", "limits"), ours)
    'its Python is CPython 3.11.2, here it is CPython 3.13.1; its isolation is limits, here it is \
bwrap 0.11.0'
    """
    pairs = {
        "grader": (theirs.grader, ours.grader),
        "grader's files": (theirs.source[:_SHOWN], ours.source[:_SHOWN]),
        "Python": (theirs.python, ours.python),
        "isolation": (_level(theirs), _level(ours)),
    }
    return "; ".join(
        f"its {what} {_verb(what)} {there}, here {_it(what)} {here}"
        for what, (there, here) in pairs.items()
        if there != here
    )


def _level(of: GradingFacts) -> str:
    return " ".join(filter(None, (of.isolation, of.isolation_version)))


def _verb(what: str) -> str:
    return "are" if what.endswith("files") else "is"


def _it(what: str) -> str:
    return "they are" if what.endswith("files") else "it is"


@functools.cache
def source_digest() -> str:
    """Return a digest of every file that grading depends on."""
    whole = hashlib.sha256()
    for room in _ROOMS:
        for path in sorted((ABOVE / room).rglob("*")):
            if path.suffix in _KINDS and path.is_file():
                content = hashlib.sha256(path.read_bytes()).digest()
                whole.update(path.relative_to(ABOVE).as_posix().encode() + b"\0" + content)
    return whole.hexdigest()


def _version() -> str:
    try:
        return metadata.version("connect-four-kata")
    except metadata.PackageNotFoundError:
        return "unknown"


if __name__ == "__main__":
    # Dask finds the functions above by this name; what they keep is to be what `main` looks at.
    importlib.import_module("graders.batch.cluster.worker_process").main()

"""Have work done by processes of ours, of which any may be killed at any moment.

Each worker has a line of its own to whoever hands the work out, the *coordinator*, and its end is
the end of that line: so it is known what a lost worker had to do, and nobody else loses anything.
A `concurrent.futures.ProcessPoolExecutor` gives up all that is under way where one worker is
lost, and waits for ever where that happens in the middle of a reply.

A worker ignores Ctrl-C, which reaches every process of a terminal: the coordinator decides what is
to end. It is never forked, as the coordinator has threads, and it ends itself when the coordinator
is gone, however that went.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import SimpleQueue
from typing import Generic, Protocol, TypeVar

import msgspec

from graders.batch.job import (
    BatchTerms,
    GradedJob,
    Job,
    WorkerLostError,
    grade_job,
    preload_grading,
)
from graders.model.usage_error import UsageError
from graders.sandbox.leases import What, told_to
from graders.sandbox.machine import is_linux

Tell = Callable[[str], None]
"""Tell the coordinator what is being done."""
JobT = TypeVar("JobT")
JobT_contra = TypeVar("JobT_contra", contravariant=True)
DoneT = TypeVar("DoneT")
DoneT_co = TypeVar("DoneT_co", covariant=True)
_GONE_WITHIN_S = 10.0
"""How long a worker, and then what it leaves behind, may take to end, on however busy a machine."""
_SPAWNED = multiprocessing.get_context("spawn")
OnWait = Callable[[int, What | None], None]
"""Called with a job's number and what it waits for, with None once that is over; in any thread."""


class WorkerPool(Generic[JobT, DoneT]):
    """So many worker processes, each of which was told its work once."""

    def __init__(self, works: Sequence[Work[JobT, DoneT]]) -> None:
        self._workers: list[_Worker[JobT, DoneT]] = list(map(_Worker, works))
        self._idle: SimpleQueue[_Worker[JobT, DoneT]] = SimpleQueue()
        self._threads = ThreadPoolExecutor(len(works), "worker")
        for worker in self._workers:
            self._threads.submit(self._start_worker, worker)

    @property
    def places(self) -> int:
        return len(self._workers)

    def submit(self, job: JobT, tell: Tell = lambda _what: None) -> Future[DoneT]:
        """Have a job done by the next worker that has nothing to do.

        Its future raises `WorkerLostError` where the worker is lost with it, and what the work
        raises. What is told meanwhile is told in a thread of its own.
        """
        return self._threads.submit(self._do_on_idle_worker, job, tell)

    def close(self, *, at_once: bool) -> None:
        """End the workers, and wait until nothing of theirs is left.

        What they were given they do before; with `at_once` they are killed in the middle of it.
        """
        if not at_once:
            self._threads.shutdown()
        processes = [each for worker in self._workers if (each := worker.close()) is not None]
        with _waiting_for_children_of([process.pid for process in processes if process.pid]):
            for worker in self._workers:
                worker.end(at_once=at_once)
            self._threads.shutdown(cancel_futures=True)
            for process in processes:
                process.join(_GONE_WITHIN_S)
                process.kill()

    def _start_worker(self, worker: _Worker[JobT, DoneT]) -> None:
        with suppress(OSError):  # where it cannot be started, whoever needs it is told
            worker.start()
        self._idle.put(worker)

    def _do_on_idle_worker(self, job: JobT, tell: Tell) -> DoneT:
        worker = self._idle.get()
        try:
            return worker.ask(job, tell)
        finally:
            self._idle.put(worker)


class LocalWorkers(WorkerPool[Job, GradedJob]):
    def __init__(
        self, terms: BatchTerms, places: int, on_wait: OnWait = lambda _number, _what: None
    ) -> None:
        super().__init__([GradingWork(terms)] * places)
        self._on_wait = on_wait

    def submit(self, job: Job, tell: Tell | None = None) -> Future[GradedJob]:
        return super().submit(job, tell or self._wait_teller(job.number))

    def _wait_teller(self, number: int) -> Tell:
        return lambda what: self._on_wait(number, What(what) if what else None)


class GradingWork(msgspec.Struct, frozen=True):
    """What each worker of a batch is there for."""

    terms: BatchTerms

    @property
    def isolation(self) -> str:
        return self.terms.isolation

    def get_ready(self) -> None:
        preload_grading(self.terms)

    def do(self, job: Job, tell: Tell) -> GradedJob:
        """Grade one submission; tell what it waits for, and nothing once that is over."""
        with told_to(lambda awaited: tell("" if awaited is None else awaited.what)):
            return grade_job(job, self.terms)


class Work(Protocol[JobT_contra, DoneT_co]):
    """What each worker is there for; sent to it once, before its first job."""

    def get_ready(self) -> None:
        """Load ahead what the first job would wait for."""

    def do(self, job: JobT_contra, tell: Tell) -> DoneT_co:
        """Do one job, in the worker; what it takes and returns is sent from process to process."""


@contextmanager
def _waiting_for_children_of(pids: Collection[int]) -> Iterator[None]:
    """Wait, after the body has ended these processes, for those that they had started."""
    if not is_linux():
        yield
        return
    from graders.sandbox.process_tree import Children  # noqa: PLC0415  # not on Windows

    with Children(pids) as left:
        yield
        left.are_gone(_GONE_WITHIN_S)


class _Worker(Generic[JobT, DoneT]):
    """One place: its process, and a new one after each that is lost."""

    def __init__(self, work: Work[JobT, DoneT]) -> None:
        self._work = work
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> Connection:
        with self._lock:
            if self._closed:
                raise WorkerLostError
            if self._line is not None:
                return self._line
            ours, theirs = _SPAWNED.Pipe()
            with theirs:
                process = _SPAWNED.Process(target=_serve, args=(theirs,), daemon=True)
                with _ctrl_c_held_back():
                    process.start()
            self._process, self._line = process, ours
        with suppress(OSError):  # it is gone already, as whoever asks it is told
            ours.send(self._work)
        return ours

    def ask(self, job: JobT, tell: Tell) -> DoneT:
        line = self.start()
        try:
            line.send(job)
            while isinstance(got := line.recv(), _Status):
                tell(got.what)
        except (EOFError, OSError):
            self._drop_process()
            raise WorkerLostError from None
        if isinstance(got, _Failed):
            raise got.error
        done: DoneT = got
        return done

    def _drop_process(self) -> None:
        """Have done with a process of which the line has ended."""
        with self._lock:
            assert self._line is not None and self._process is not None
            self._line.close()
            self._process.kill()
            self._process.join()
            if not self._closed:
                self._line = self._process = None

    def close(self) -> SpawnProcess | None:
        """Start no process from now on; return the one that there is."""
        with self._lock:
            self._closed = True
            return self._process

    def end(self, *, at_once: bool) -> None:
        """End the process: by ending its line, as it waits for work, or by killing it."""
        if self._process is None or self._line is None:
            return
        if at_once:
            self._process.kill()
        else:
            self._line.close()


class _Status(msgspec.Struct, frozen=True):
    what: str


class _Failed(msgspec.Struct, frozen=True):
    error: Exception


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Keep Ctrl-C from what is started inside until it can ignore it: it inherits the mask."""
    resource_tracker.ensure_running()  # which lets all signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    threading.Thread(target=_end_with_the_coordinator, daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        work = line.recv()
        work.get_ready()
        while True:
            line.send(_do_job(work, line.recv(), lambda what: line.send(_Status(what))))
    _close_supervisors()


def _do_job(work: Work[JobT, DoneT], job: JobT, tell: Tell) -> DoneT | _Failed:
    """Do a job; return what cannot be done about it instead of raising it."""
    try:
        return work.do(job, tell)
    except UsageError as error:
        return _Failed(UsageError(str(error)))
    except Exception as error:
        return _Failed(RuntimeError(_error_summary(error)))


def _error_summary(error: Exception) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"


def _end_with_the_coordinator() -> None:
    """End this process as soon as the one that started it is gone; its supervisors see that."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _close_supervisors() -> None:
    if is_linux():
        from graders.sandbox import supervisor_client  # noqa: PLC0415  # not on Windows

        supervisor_client.close_all()

"""Work on the workers of a Dask scheduler, which may come, go and freeze at any moment.

We choose the worker of each job ourselves, and Dask brings it there and its result back. So none
gets a job before it was compared with us, none that has gone silent gets another, and whose job is
to be handed out again is known at once. Dask never tries a job a second time.

Everything here runs in one thread, on its loop; what others call only leaves a note there.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Generic

import msgspec
from distributed import Client, KilledWorker

from graders.batch.cluster.dask_nodes import TAG, Connection, connect
from graders.batch.cluster.machines import (
    ClusterError,
    ClusterLocation,
    ExistingScheduler,
    LocalMachine,
    parse_cluster_option,
)
from graders.batch.cluster.members import (
    GradingFacts,
    Member,
    Members,
    MemberState,
    SeenWorker,
    differences,
    grading_facts,
)
from graders.batch.cluster.worker_process import (
    ClusterWork,
    GivenUpError,
    Introduction,
    do_in_worker,
    introduce,
)
from graders.batch.coordinator import NoWorkersError
from graders.batch.job import WorkerLostError
from graders.batch.worker_pool import DoneT, JobT
from graders.sandbox.isolation import Isolation, IsolationUnavailableError

Tell = Callable[[str], None]
_REFUSED_FOR_GOOD_S = 2.0
_STARTING_LOOKS_EVERY_S = 0.05
_WORKERS_A_SECOND = 200
"""So many are looked at in a second, as to tell of each takes the scheduler some time."""


def cluster_workers(
    where: str,
    work: ClusterWork[JobT, DoneT],
    places: int | None = None,
    *,
    tell: Tell = lambda _sentence: None,
    patience: Patience | None = None,
) -> ClusterWorkers[JobT, DoneT]:
    """Reach the workers that `--cluster` names, and wait until a first one may grade.

    `local[:N]` starts N worker processes here; by default `places` of them, or one a usable core.
    `ssh:FILE` starts them on the machines that the file names, a line each. `tls://HOST:PORT` and
    `tcp://HOST:PORT` are schedulers that somebody runs. At most `places` jobs are under way at
    once. `tell` gets a sentence for each worker that is refused, in another thread.

    Raises `ClusterError` where no worker can be had.
    """
    found = parse_cluster_option(where)
    if isinstance(found, LocalMachine) and found.workers is None:
        found = LocalMachine(places)
    return ClusterWorkers(found, work, places, patience or Patience(), tell)


class Patience(msgspec.Struct, frozen=True):
    """For how many seconds we wait: for a first worker, and for one that says nothing.

    A scheduler of a thousand workers asks each for a sign of life every 6 s.
    """

    none_s: float = 25.0
    silent_s: float = 30.0
    looks_every_s: float = 0.5


class ClusterWorkers(Generic[JobT, DoneT]):
    def __init__(
        self,
        where: ClusterLocation,
        work: ClusterWork[JobT, DoneT],
        most: int | None,
        patience: Patience,
        tell: Tell,
    ) -> None:
        """Reach the scheduler and wait for a first worker; raise `ClusterError` without one.

        At most so many workers have a job at once, where `most` is given. `tell` is called, in
        another thread, with a sentence for each worker that is refused.
        """
        self._where, self._most, self._patience, self._tell = where, most, patience, tell
        self._ours = _facts_of_ours(where, work.isolation)
        self._work = pickle.dumps(work)
        self._digest = hashlib.sha256(self._work).hexdigest()
        self._members = Members(patience.silent_s)
        self._waiting: deque[_Assignment[JobT, DoneT]] = deque()
        self._assigned: dict[Member, list[_Assignment[JobT, DoneT]]] = {}
        self._loss_events: dict[Member, asyncio.Event] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._refusals: dict[str, None] = {}
        self._without_s = 0.0
        self._begun: Future[None] = Future()
        self._over: NoWorkersError | None = None
        self._loop = asyncio.new_event_loop()
        self._main: asyncio.Task[None] | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
        self._thread.start()
        try:
            self._begun.result()
        except BaseException:
            self.close(at_once=True)
            raise

    @property
    def scheduler(self) -> str:
        return str(self._client.scheduler.address) if self._client.scheduler else ""

    @property
    def places(self) -> int:
        """Return how many jobs may be under way at once, now.

        That is two for each worker: one that it does, and one that waits beside it, so that it
        never waits for us. Raises `NoWorkersError` where there was no worker for long.
        """
        if self._over is not None:
            raise self._over
        able = self._members.able
        return 2 * (able if self._most is None else min(able, self._most))

    def submit(self, job: JobT) -> Future[DoneT]:
        future: Future[DoneT] = Future()
        self._call_on_loop(lambda: self._enqueue(job, future))
        return future

    def close(self, *, at_once: bool) -> None:
        """Let the workers go: those that we started end, and nothing of theirs is left.

        Jobs that are under way are ended in good order, `at_once` or not: none is, otherwise.
        """
        self._call_on_loop(self._stop)
        self._thread.join()

    def _stop(self) -> None:
        self._closing = True
        if self._main is not None:
            self._main.cancel()

    def _call_on_loop(self, do: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is over, and so is everything on it
            self._loop.call_soon_threadsafe(do)

    def _run(self) -> None:
        why: BaseException = NoWorkersError("the cluster is closed")
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            try:
                runner.run(self._serve())
            except Exception as error:
                why = error
            except asyncio.CancelledError:
                pass
            self._over = NoWorkersError(f"the cluster is lost: {type(why).__name__}: {why}")
            for assignment in self._waiting:
                _set_outcome(assignment.future, WorkerLostError())
        if not self._begun.done():
            self._begun.set_exception(why)

    async def _serve(self) -> None:
        if self._closing:
            return
        self._main = asyncio.current_task()
        async with connect(self._where) as there:
            try:
                await self._watch_members(there)
            finally:
                for each in self._running:
                    each.cancel()
                await asyncio.gather(*self._running, return_exceptions=True)

    async def _watch_members(self, there: Connection) -> None:
        self._client: Client = there.client
        started_s = last_s = time.monotonic()
        pause_s = _STARTING_LOOKS_EVERY_S
        while True:
            seen = await self._workers_of_scheduler()
            now_s = time.monotonic()
            # While this process or the whole machine slept nobody was silent.
            since_s, last_s = min(now_s - last_s, 2 * pause_s), now_s
            self._note_changes(seen, since_s, there)
            if there.workers is not None:
                there.workers.look()
            if self._begun.done():
                self._note_time_without_workers(since_s)
            elif self._members.able:
                self._begun.set_result(None)
            else:
                self._check_not_hopeless(now_s - started_s, there)
            if self._begun.done():
                pause_s = max(self._patience.looks_every_s, len(seen) / _WORKERS_A_SECOND)
            await asyncio.sleep(pause_s)

    async def _workers_of_scheduler(self) -> dict[str, SeenWorker]:
        if self._client.scheduler is None:  # Dask has given up to connect again
            return {}
        try:
            told: dict[str, Any] = await self._client.scheduler.identity(n_workers=-1)
        except OSError:  # the connection is lost: whoever is there is compared again afterwards
            return {}
        return {
            address: SeenWorker(each["resources"].get(TAG, 0) > 0, each["last_seen"])
            for address, each in told["workers"].items()
        }

    def _note_changes(self, seen: dict[str, SeenWorker], since_s: float, there: Connection) -> None:
        changes = self._members.look(seen, since_s)
        for member in changes.joined:
            self._loss_events[member] = asyncio.Event()
            self._start(self._introduce(member))
        for member in (*changes.left, *changes.silent):
            self._note_loss(member)
            self._loss_events.pop(member).set()
        for member in changes.silent:
            self._loss_events[member] = asyncio.Event()
            if there.ours_here and there.workers is not None and member.pid is not None:
                there.workers.kill(member.pid)
        self._hand_out()

    def _check_not_hopeless(self, waited_s: float, there: Connection) -> None:
        refused = self._members.all_refused and waited_s >= _REFUSED_FOR_GOOD_S
        hopeless = there.workers is not None and there.workers.is_hopeless
        if refused or hopeless or waited_s >= self._patience.none_s:
            raise ClusterError(self._why_no_worker(there))

    def _why_no_worker(self, there: Connection) -> str:
        place = self._where.address if isinstance(self._where, ExistingScheduler) else "the cluster"
        if self._refusals:
            return f"no worker may grade: {next(iter(self._refusals))}"
        if self._members.by_address:
            return f"the workers of {place} do not answer"
        if there.workers is not None:
            for name, trouble in there.workers.troubles.items():
                return f"no worker could be started: {name}: {trouble}"
            return f"no worker came within {self._patience.none_s:g} s"
        hint = f"start workers with --resources {TAG}=1 (docs/scale.md)"
        if self._members.others:
            return f"none of the {self._members.others} workers of {place} is ours: {hint}"
        return f"{place} has no workers: {hint}"

    def _note_time_without_workers(self, since_s: float) -> None:
        self._without_s = 0.0 if self._members.able else self._without_s + since_s
        if self._without_s >= self._patience.none_s and self._over is None:
            self._over = NoWorkersError(
                f"no worker was left for {self._patience.none_s:g} s; what is done is kept: "
                "run the same command again when there are workers"
            )

    async def _introduce(self, member: Member) -> None:
        try:
            told = await self._run_on(member, introduce, self._digest, self._work)
        except WorkerLostError:
            return
        except Exception as error:
            # Whatever goes wrong there, such as a grader that is not installed, is its trouble.
            self._refuse(member, f"{type(error).__name__}: {error}".splitlines()[0])
            return
        if trouble := _why_refused(told, self._ours):
            self._refuse(member, trouble)
            return
        member.pid = told.pid
        member.standing = MemberState.READY
        self._hand_out()

    def _refuse(self, member: Member, why: str) -> None:
        member.standing = MemberState.REFUSED
        sentence = f"the worker {member.address} is not used: {why}"
        if why not in self._refusals:
            self._refusals[why] = None
            self._tell(sentence)

    def _enqueue(self, job: JobT, future: Future[DoneT]) -> None:
        if self._closing:
            _set_outcome(future, WorkerLostError())
            return
        self._waiting.append(_Assignment(job, future))
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and (member := self._members.next_for_a_job(self._most)) is not None:
            assignment = self._waiting.popleft()
            self._assigned.setdefault(member, []).append(assignment)
            member.jobs += 1
            self._start(self._do_on(member, assignment))
        if not self._waiting and (member := self._members.waits_in_vain()) is not None:
            assignment = self._assigned[member][-1]
            assignment.never_ran = True
            assignment.taken_away.set()

    def _note_loss(self, member: Member) -> None:
        """Note that a worker is lost with the job that it does, and not with the one beside it."""
        member.is_silent = True  # until it is heard of again
        for assignment in self._assigned.get(member, [])[1:]:
            assignment.never_ran = True

    async def _do_on(self, member: Member, assignment: _Assignment[JobT, DoneT]) -> None:
        outcome: DoneT | BaseException = WorkerLostError()
        try:
            outcome = await self._run_on(
                member,
                do_in_worker,
                self._digest,
                assignment.job,
                unless=assignment.taken_away,
            )
        except Exception as error:
            outcome = error
        finally:
            if isinstance(outcome, WorkerLostError) and not assignment.taken_away.is_set():
                self._note_loss(member)
            self._assigned[member].remove(assignment)
            member.jobs -= 1
            if isinstance(outcome, WorkerLostError) and assignment.never_ran and not self._closing:
                self._waiting.appendleft(_Assignment(assignment.job, assignment.future))
            else:
                _set_outcome(assignment.future, outcome)
            self._hand_out()

    async def _run_on(
        self,
        member: Member,
        do: Callable[..., Any],
        *told: object,
        unless: asyncio.Event | None = None,
    ) -> Any:
        """Have something done by one worker.

        Raises `WorkerLostError` where the worker is lost with it, and where it is taken away from
        the worker, `unless` it was done before.
        """
        inner = self._client.submit(
            do,
            *told,
            workers=[member.address],
            allow_other_workers=False,
            resources={TAG: 1},
            retries=0,
            pure=False,
        )
        result = asyncio.ensure_future(inner.result())
        ends = [each.wait() for each in (self._loss_events[member], unless) if each is not None]
        waits = [asyncio.ensure_future(each) for each in ends]
        try:
            await asyncio.wait({result, *waits}, return_when=asyncio.FIRST_COMPLETED)
            if not result.done() or result.cancelled():
                raise WorkerLostError
            if (error := result.exception()) is not None and _is_worker_loss(error):
                raise WorkerLostError from None
            return result.result()
        finally:
            for each in (result, *waits):
                each.cancel()
            inner.release()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)


class _Assignment(msgspec.Struct, Generic[JobT, DoneT], eq=False):
    """A job that is at a worker, or waits to be; `never_ran` where it surely did not run."""

    job: JobT
    future: Future[DoneT]
    never_ran: bool = False
    taken_away: asyncio.Event = msgspec.field(default_factory=asyncio.Event)


def _facts_of_ours(where: ClusterLocation, isolation: str) -> GradingFacts:
    try:
        ours = grading_facts(isolation)
    except IsolationUnavailableError as error:
        raise ClusterError(str(error)) from None
    contained = ours.isolation == Isolation.BWRAP
    if isinstance(where, ExistingScheduler) and not where.is_encrypted and not contained:
        raise ClusterError(
            f"{where.address} has no TLS, and isolation {ours.isolation} does not keep submissions "
            "off the network as bwrap does: use a tls:// scheduler, or install bubblewrap"
        )
    return ours


def _why_refused(told: Introduction, ours: GradingFacts) -> str:
    if told.facts is None:
        return told.trouble
    if told.threads != 1:
        return f"it has {told.threads} threads; start it with --nthreads 1"
    return differences(told.facts, ours)


def _is_worker_loss(error: BaseException) -> bool:
    return isinstance(error, KilledWorker | GivenUpError | asyncio.CancelledError)


def _set_outcome(future: Future[DoneT], outcome: DoneT | BaseException) -> None:
    if future.set_running_or_notify_cancel():
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

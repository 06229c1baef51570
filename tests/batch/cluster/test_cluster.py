"""Real worker processes of a real scheduler: they grade as one's own does, and may be lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import dask
import pytest
from distributed import Client, Scheduler, Security, Worker
from msgspec.structs import replace

from graders.batch.cluster import worker_process
from graders.batch.cluster.dask_nodes import TAG, configure_dask, without_scratch_folder
from graders.batch.cluster.machines import ClusterError
from graders.batch.cluster.workers import ClusterWorkers, Patience, cluster_workers
from graders.batch.coordinator import NoWorkersError, coordinate
from graders.batch.job import BatchTerms, GradedJob, Job, WorkerLostError, grade_job
from graders.batch.ledger.ledger import Ledger
from graders.batch.worker_pool import GradingWork
from graders.model.batch import Source
from graders.model.usage_error import UsageError
from tests.processes import DYING_S, alive, descendants, survivors
from tests.scorecards import without_times

pytestmark = pytest.mark.thorough

GOOD = b"def find_best_move(board):\n    return 2 * board.column_height(0)\n"
ENDLESS = b"def find_best_move(board):\n    while True:\n        pass\n"
TERMS = BatchTerms(kata="best_move", case=("phase2/win-at-once",), cap_s=60.0)
WORK = GradingWork(TERMS)
Grading = ClusterWorkers[Job, GradedJob]
GENEROUS_S = 180.0
PATIENT = Patience(none_s=GENEROUS_S, silent_s=GENEROUS_S)


def job(number: int, content: bytes = GOOD) -> Job:
    return Job(number, f"{number}/mine.py", content)


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it is gone
        return b""


def workers_below(root: int) -> list[int]:
    return sorted(
        pid
        for pid in descendants(root)
        if b"graders.batch.cluster.worker_process" in command_of(pid)
    )


def is_grading(worker: int) -> bool:
    return any(b"from runners import" in command_of(pid) for pid in descendants(worker))


def eventually(look: Callable[[], object]) -> bool:
    deadline = time.monotonic() + GENEROUS_S
    while not (found := look()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(found)


@contextmanager
def cluster(
    where: str, work: GradingWork = WORK, patience: Patience = PATIENT
) -> Iterator[Grading]:
    """Have a cluster; nothing is left of it afterwards, neither of what its workers started."""
    before = descendants(os.getpid())
    made = cluster_workers(where, work, patience=patience)
    try:
        yield made
    finally:
        made.close(at_once=True)
    assert not survivors(before)


class Kept:
    """Keep in memory what came back, and in a ledger where there is one."""

    def __init__(self, ledger: Ledger | None = None) -> None:
        self.graded: list[GradedJob] = []
        self.faults: list[str] = []
        self.ledger = ledger

    def handed_out(self, number: int) -> None:
        if self.ledger is not None:
            self.ledger.handed_out(number)

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None:
        if not to_repeat:
            self.graded.append(graded)
        if self.ledger is not None:
            self.ledger.keep(graded, to_repeat=to_repeat)

    def keep_fault(self, number: int, why: str) -> None:
        self.faults.append(why)
        if self.ledger is not None:
            self.ledger.keep_fault(number, why)


class Disturbing:
    """Do something once, as soon as so many jobs have come back."""

    def __init__(self, after: int, disturb: Callable[[], None]) -> None:
        self.after, self.disturb = after, disturb

    def began(self, job: Job) -> None: ...

    def ended(self, job: Job, graded: GradedJob | None) -> None:
        self.after -= 1

    def waited(self) -> None:
        if self.after <= 0:
            self.after = sys.maxsize
            self.disturb()


@pytest.fixture(scope="class")
def two() -> Iterator[Grading]:
    with cluster("local:2") as made:
        yield made


class TestTwoWorkersHere:
    def test_a_worker_grades_as_this_process_does(self, two: Grading) -> None:
        assert eventually(lambda: two.places == 4)
        graded = [each.result(GENEROUS_S) for each in [two.submit(job(n)) for n in range(3)]]
        assert [each.number for each in graded] == [0, 1, 2]
        here = grade_job(job(2), TERMS).card
        assert without_times(graded[2].card) == without_times(here)

    def test_what_is_wrong_with_the_terms_comes_back_as_such(self, two: Grading) -> None:
        unknown = replace(job(0), kata="chess")
        with pytest.raises(UsageError, match="there is no kata 'chess'"):
            two.submit(unknown).result(GENEROUS_S)

    def test_only_who_has_the_certificate_is_let_in(self, two: Grading) -> None:
        async def knock(address: str, security: Security) -> None:
            async with Client(address, security=security, asynchronous=True, timeout=2):
                pass

        strangers = Security.temporary()
        bare = two.scheduler.replace("tls://", "tcp://")
        for address, security in ((two.scheduler, strangers), (bare, Security())):
            with pytest.raises(OSError, match=r"Timed out|certificate|closed"):
                asyncio.run(knock(address, security))


def test_each_worker_is_killed_once_and_the_ledger_is_complete(tmp_path: Path) -> None:
    sources = [Source(f"{n}", f"{n}/mine.py", GOOD + b"# %d\n" % n) for n in range(6)]

    def kill_all() -> None:
        for pid in workers_below(os.getpid()):
            os.kill(pid, signal.SIGKILL)

    with Ledger.open(tmp_path / "ledger") as ledger, cluster("local:2") as made:
        plan = ledger.begin(sources, TERMS, title="killed")
        kept = Kept(ledger)
        coordinate(plan.jobs, made, kept, Disturbing(1, kill_all))
        batch = ledger.batch()
    assert Counter(each.number for each in kept.graded) == Counter(range(6))
    assert set(kept.faults) <= {str(WorkerLostError())}
    assert (batch.expected, batch.received) == (6, 6)
    here = grade_job(plan.jobs[5], TERMS).card
    assert batch.entries[5].scorecard is not None
    assert without_times(batch.entries[5].scorecard) == without_times(here)


def test_a_frozen_worker_is_replaced_and_its_job_is_handed_out_again() -> None:
    kept, frozen = Kept(), list[int]()

    def freeze_one() -> None:
        frozen.append(workers_below(os.getpid())[0])
        os.kill(frozen[0], signal.SIGSTOP)

    patience = replace(PATIENT, silent_s=6.0)
    with cluster("local:1", patience=patience) as made:
        coordinate([job(n) for n in range(3)], made, kept, Disturbing(1, freeze_one))
    assert Counter(each.number for each in kept.graded) == Counter(range(3))
    assert not alive(frozen)


def test_nothing_is_left_when_the_coordinator_is_killed_even_of_a_frozen_worker() -> None:
    program = (
        "import sys; from tests.batch.cluster.test_cluster import *\n"
        "made = cluster_workers('local:2', WORK, patience=PATIENT)\n"
        "futures = [made.submit(job(n, ENDLESS)) for n in range(2)]\n"
        "futures[0].result()\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=Path.cwd()) as coordinator:
        # Of the two, where there is one core, the other waits for it.
        graded = eventually(lambda: any(map(is_grading, workers_below(coordinator.pid))))
        everything = descendants(coordinator.pid)
        if graded:
            grading = next(filter(is_grading, workers_below(coordinator.pid)))
            os.kill(grading, signal.SIGSTOP)
        coordinator.kill()
    assert graded
    deadline = time.monotonic() + DYING_S
    while alive(everything) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(everything)


class Foreign:
    """Run a scheduler of somebody else in this process, and whatever workers it is to have."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.security = Security.temporary()
        self._nodes: list[Scheduler | Worker] = []
        configure_dask()
        role = self.security.get_tls_config_for_role("client")
        self.config = {"distributed.comm.tls.ca-file": role["ca_file"]}
        for what in ("cert", "key"):
            self.config[f"distributed.comm.tls.client.{what}"] = role[what]
        self.do(self._scheduler())

    def do(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(GENEROUS_S)  # type: ignore[arg-type]

    @property
    def address(self) -> str:
        return str(self._nodes[0].address)

    async def _scheduler(self) -> None:
        with without_scratch_folder() as folder:
            scheduler = Scheduler(
                host="127.0.0.1",
                protocol="tls",
                security=self.security,
                dashboard_address="127.0.0.1:0",
                **folder,
            )
        self._nodes.append(await scheduler)

    async def worker(self, threads: int, **resources: float) -> None:
        with without_scratch_folder() as folder:
            worker = Worker(
                self.address,
                nthreads=threads,
                resources=resources,
                security=self.security,
                host="127.0.0.1",
                protocol="tls",
                dashboard_address="127.0.0.1:0",
                memory_limit=0,
                **folder,
            )
        self._nodes.append(await worker)

    async def lose_workers(self) -> None:
        for worker in self._nodes[1:]:
            await worker.close()
        del self._nodes[1:]

    async def _close(self) -> None:
        for node in reversed(self._nodes):
            await node.close()

    def close(self) -> None:
        self.do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Foreign]:
    made = Foreign(tmp_path_factory.mktemp("foreign"))
    with dask.config.set(made.config):
        yield made
    made.close()


def why_refused(where: str, work: GradingWork = WORK, none_s: float = 1.0) -> str:
    with pytest.raises(ClusterError) as caught:
        cluster_workers(where, work, patience=Patience(none_s=none_s)).close(at_once=True)
    said = str(caught.value)
    assert "\n" not in said
    return said


def test_a_scheduler_without_workers_for_us_is_one_clear_line(foreign: Foreign) -> None:
    assert "has no workers: start workers with --resources kata=1" in why_refused(foreign.address)
    foreign.do(foreign.worker(1))
    said = why_refused(foreign.address)
    assert said.startswith(f"none of the 1 workers of {foreign.address} is ours")


def test_nobody_waits_longer_than_half_a_minute_for_a_worker() -> None:
    assert Patience().none_s + Patience().looks_every_s < 30


def test_a_worker_that_differs_is_refused_and_the_others_grade(
    foreign: Foreign, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign.do(foreign.worker(3, **{TAG: 1}))
    assert "it has 3 threads; start it with --nthreads 1" in why_refused(foreign.address, none_s=60)
    foreign.do(foreign.worker(1, **{TAG: 1}))
    told: list[str] = []
    made = cluster_workers(foreign.address, WORK, patience=PATIENT, tell=told.append)
    assert made.submit(job(0)).result(GENEROUS_S).card.results[0].accepted
    assert made.places == 2
    made.close(at_once=False)
    assert len(told) == 1
    assert "it has 3 threads" in told[0]


def test_where_no_worker_is_left_the_batch_ends_with_one_line(tmp_path: Path) -> None:
    somebodys = Foreign(tmp_path)
    with dask.config.set(somebodys.config):
        somebodys.do(somebodys.worker(1, **{TAG: 1}))
        made = cluster_workers(somebodys.address, WORK, patience=PATIENT)
        made._patience = replace(PATIENT, none_s=1.0)
        somebodys.do(somebodys.lose_workers())
        with pytest.raises(NoWorkersError, match="run the same command again") as caught:
            coordinate([job(0)], made, Kept(), Disturbing(sys.maxsize, lambda: None))
    somebodys.close()
    assert "\n" not in str(caught.value)


def test_a_job_that_nobody_waits_for_ends_on_a_worker_that_lives_on(foreign: Foreign) -> None:
    foreign.do(foreign.worker(1, **{TAG: 1}))
    before = descendants(os.getpid())
    made = cluster_workers(foreign.address, WORK, patience=PATIENT)
    made.submit(job(0, ENDLESS))
    assert eventually(worker_process.is_busy)
    made.close(at_once=True)
    assert eventually(lambda: not worker_process.is_busy())
    assert not survivors(before)


def test_without_tls_isolation_has_to_be_bwrap() -> None:
    work = GradingWork(replace(TERMS, isolation="limits"))
    said = why_refused("tcp://127.0.0.1:9", work)
    assert said.startswith("tcp://127.0.0.1:9 has no TLS, and isolation limits does not keep")


def test_tls_without_certificates_says_where_they_are_named() -> None:
    with dask.config.set({"distributed.comm.tls.ca-file": None}):
        assert "set ca-file, client.cert and client.key" in why_refused("tls://127.0.0.1:9")


def test_a_scheduler_that_is_not_there_is_one_clear_line(
    foreign: Foreign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graders.batch.cluster.dask_nodes._ANSWERS_WITHIN_S", 1.0)
    assert "no scheduler answers at tls://127.0.0.1:9" in why_refused("tls://127.0.0.1:9")

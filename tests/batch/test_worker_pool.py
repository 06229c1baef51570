"""Worker processes grade as one's own process does, may be killed, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.batch.job import BatchTerms, Job, WorkerLostError, grade_job
from graders.batch.worker_pool import LocalWorkers
from graders.model.usage_error import UsageError
from tests.processes import DYING_S, alive, descendants, survivors
from tests.scorecards import without_times
from tests.tiers import sampled

GOOD = b"def find_best_move(board):\n    return 2 * board.column_height(0)\n"
ENDLESS = b"def find_best_move(board):\n    while True:\n        pass\n"
TERMS = BatchTerms(kata="best_move", case=("phase2/win-at-once",), cap_s=60.0)
GENEROUS_S = 120.0


def job(number: int, content: bytes = GOOD) -> Job:
    return Job(number, f"{number}/mine.py", content)


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it is gone
        return b""


@contextmanager
def workers(places: int, terms: BatchTerms = TERMS) -> Iterator[LocalWorkers]:
    """Hold workers; nothing is left of them afterwards, neither of what they had started."""
    resource_tracker.ensure_running()  # a process that multiprocessing keeps as long as we live
    before = descendants(os.getpid())
    made = LocalWorkers(terms, places)
    try:
        yield made
    finally:
        made.close(at_once=True)
    assert not survivors(before)


def pids_of_workers(root: int | None = None) -> set[int]:
    return {pid for pid in descendants(root or os.getpid()) if b"spawn_main" in command_of(pid)}


def eventually(look: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + GENEROUS_S
    while not (found := look()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def grading(worker: int) -> bool:
    """Tell whether a submission has been started below a worker."""
    return any(b"from runners import" in command_of(pid) for pid in descendants(worker))


def one_is_grading(root: int | None = None) -> bool:
    """Tell whether a worker grades; of two, where there is one core, the other waits for it."""
    return any(map(grading, pids_of_workers(root)))


@pytest.fixture(scope="class")
def two() -> Iterator[LocalWorkers]:
    with workers(2) as made:
        yield made


class TestTwoThatNobodyDisturbs:
    @pytest.mark.thorough
    def test_a_worker_grades_as_this_process_does(self, two: LocalWorkers) -> None:
        futures = [two.submit(job(number)) for number in range(4)]
        graded = [future.result(GENEROUS_S) for future in futures]
        assert [each.number for each in graded] == [0, 1, 2, 3]
        here = grade_job(job(3), TERMS).card
        assert without_times(graded[3].card) == without_times(here)
        assert here.score == here.max_score == 1

    def test_what_goes_wrong_in_a_worker_comes_back_with_its_place(self, two: LocalWorkers) -> None:
        wrong = Job(0, "mine.py", content=3)  # type: ignore[arg-type]
        for each in [two.submit(wrong) for _ in range(2)]:
            with pytest.raises(RuntimeError, match=r"Error: .*\.py, line \d+"):
                each.result(GENEROUS_S)
        assert two.submit(job(1)).result(GENEROUS_S).number == 1


def test_a_worker_that_is_killed_costs_what_it_had_under_way_and_nothing_else() -> None:
    with workers(2) as made:
        endless = made.submit(job(0, ENDLESS))
        assert eventually(one_is_grading)
        (busy,) = filter(grading, pids_of_workers())
        beside = made.submit(job(1))
        os.kill(busy, signal.SIGKILL)
        with pytest.raises(WorkerLostError):
            endless.result(GENEROUS_S)
        after = [made.submit(job(number)) for number in range(2, 4)]
        cards = [future.result(GENEROUS_S).card for future in (beside, *after)]
        with pytest.raises(UsageError, match="there is no kata 'chess'"):
            made.submit(replace(job(4), kata="chess")).result(GENEROUS_S)
        made.submit(job(5, ENDLESS))
        assert eventually(one_is_grading)  # and is closed so: `workers` looks what is left
    assert [card.score for card in cards] == [1] * 3


@pytest.mark.thorough
class TestEnds:
    def test_a_worker_that_is_killed_while_it_waits_costs_at_most_the_next_one(self) -> None:
        with workers(1) as made:
            assert made.submit(job(0)).result(GENEROUS_S).number == 0
            for pid in pids_of_workers():
                os.kill(pid, signal.SIGKILL)
            with pytest.raises(WorkerLostError):
                made.submit(job(1)).result(GENEROUS_S)
            assert made.submit(job(1)).result(GENEROUS_S).number == 1

    def test_ctrl_c_in_the_terminal_ends_no_worker(self) -> None:
        with workers(1) as made:
            for _ in range(20):  # from its first moment on
                for pid in pids_of_workers():
                    os.kill(pid, signal.SIGINT)
                time.sleep(0.02)
            assert made.submit(job(0)).result(GENEROUS_S).number == 0
            at_first = pids_of_workers()
            for pid in at_first:
                os.kill(pid, signal.SIGINT)
            assert made.submit(job(1)).result(GENEROUS_S).number == 1
            assert pids_of_workers() == at_first

    def test_closed_in_good_order_they_finish_what_they_were_given(self) -> None:
        made = LocalWorkers(TERMS, 1)
        futures = [made.submit(job(number)) for number in range(2)]
        made.close(at_once=False)
        assert [future.result(0).number for future in futures] == [0, 1]
        assert not pids_of_workers()

    def test_closed_at_once_they_are_gone_with_all_that_they_had_started(self) -> None:
        with workers(2) as made:
            endless = [made.submit(job(number, ENDLESS)) for number in range(3)]
            assert eventually(one_is_grading)
            below = {pid for worker in pids_of_workers() for pid in descendants(worker)}
            made.close(at_once=True)
            assert not alive(below)
        assert all(future.done() for future in endless)
        assert all(future.cancelled() or future.exception() for future in endless)


COORDINATOR = f"""
import sys
from graders.batch.job import BatchTerms, Job
from graders.batch.worker_pool import LocalWorkers

workers = LocalWorkers({TERMS!r}, 1)
for number in range(2):
    workers.submit(Job(number, "mine.py", {ENDLESS!r}))
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.read()
"""


@pytest.mark.parametrize(
    "early",
    sampled(
        [pytest.param(True, id="as they start"), pytest.param(False, id="as they grade")],
        lambda early: not early,
    ),
)
def test_nothing_outlives_a_coordinator_that_is_killed(early: bool) -> None:
    coordinator = subprocess.Popen(
        [sys.executable, "-c", COORDINATOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with coordinator:
        assert coordinator.stdout is not None
        assert coordinator.stdout.readline() == b"ready\n"
        if early:
            assert eventually(lambda: bool(pids_of_workers(coordinator.pid)))
        else:
            assert eventually(lambda: one_is_grading(coordinator.pid))
        below = descendants(coordinator.pid)
        assert below
        coordinator.kill()
    deadline = time.monotonic() + DYING_S
    while (left := alive(below)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left

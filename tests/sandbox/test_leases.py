"""A core is leased to one sandbox at a time, by whoever asks, and shared only when none is free."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from graders.sandbox import leases
from graders.sandbox.interrupts import InterruptedWorkError
from graders.sandbox.leases import RAISED, lease
from graders.sandbox.machine import Cores
from tests.sandbox.queueing import CORES, ONE, SERVED_S, hold, stand
from tests.tiers import a_few

SPAWNED = multiprocessing.get_context("spawn")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Let the tests have cores of their own, which nobody else leases meanwhile."""
    for core in CORES:
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr(leases, "FOLDER", str(tmp_path / "cpu{}"))
    yield leases.FOLDER
    for place in list(leases._all):
        place.close()
    leases._abandoned.clear()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"cpu{core}" for core in CORES]


def elsewhere(ask: Callable[[], leases.Lease]) -> leases.Lease:
    """Ask in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(ask).result()


def taken(count: int = len(CORES)) -> list[leases.Lease]:
    return [elsewhere(lambda: lease(CORES)) for _ in range(count)]


def test_the_kernel_shows_a_folder_for_each_core() -> None:
    for core in os.sched_getaffinity(0):
        assert Path(f"/sys/devices/system/cpu/cpu{core}").is_dir()


def test_the_last_core_is_taken_first_and_the_others_watch() -> None:
    with lease(CORES) as place:
        assert place.cores == Cores(grader=(100, 101), submission=(102,))
        assert place.is_held


def test_the_others_that_watch_are_those_on_which_nobody_else_is_timed() -> None:
    first, second, third = taken()
    assert first.cores == Cores(grader=(100, 101), submission=(102,))
    assert second.cores == Cores(grader=(100,), submission=(101,))
    assert third.cores == Cores(grader=(100,), submission=(100,)), "where all are taken"
    assert leases.free_beside(second) == ()
    first.close()
    assert leases.free_beside(second) == (102,)


def test_who_measures_nothing_keeps_off_leased_cores_while_one_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leases, "usable_cores", lambda: CORES)
    assert leases.unleased() == CORES
    held = [elsewhere(lambda: lease(CORES)) for _ in range(2)]
    assert leases.unleased() == (100,)
    held.append(elsewhere(lambda: lease(CORES)))
    assert leases.unleased() == CORES


def test_no_core_is_shared_while_one_is_free() -> None:
    held = taken()
    assert sorted(place.cores.submission for place in held) == [(100,), (101,), (102,)]
    assert all(place.is_held for place in held)
    held[1].close()
    assert lease(CORES).cores.submission == (101,)


def test_where_all_are_taken_a_grader_waits_for_the_first_that_is_free() -> None:
    held = taken()
    threading.Timer(0.1, held[2].close).start()
    place = lease(CORES)
    assert place.is_held and place.cores.submission == (100,)


def test_and_shares_after_a_time() -> None:
    held = taken()
    place = lease(CORES, longest_s=0.05)
    assert not place.is_held and place.cores.submission[0] in CORES
    assert all(each.is_held for each in held)


def test_an_interrupt_ends_the_waiting() -> None:
    def check() -> None:
        raise InterruptedWorkError

    held = taken()
    with pytest.raises(InterruptedWorkError):
        lease(CORES, check)
    assert all(each.is_held for each in held)


def test_a_thread_does_not_wait_for_itself() -> None:
    mine = [lease(CORES) for _ in range(4)]
    assert [place.is_held for place in mine] == [True, True, True, False]


def test_with_one_core_it_is_leased_all_the_same_and_all_are_on_it() -> None:
    with lease(CORES[:1]) as place:
        assert place.cores == Cores(grader=(100,), submission=(100,))
        assert place.is_held and place.nice == 0


def test_the_first_core_always_stays_fair_to_everybody() -> None:
    assert [place.nice for place in taken()] == [RAISED, RAISED, 0]


def test_nobody_is_preferred_on_a_core_where_grader_and_supervisor_are_too() -> None:
    places = taken()
    places[0].close()
    with lease(CORES) as again:
        assert (again.cores, again.nice) == (Cores(grader=(102,), submission=(102,)), 0)


def test_without_locks_there_are_no_leases_and_no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "FOLDER", "/nowhere/cpu{}")
    places = [elsewhere(lambda: lease(CORES)) for _ in range(5)]
    assert not any(place.is_held for place in places)
    assert {place.cores.submission for place in places} <= {(101,), (102,)}


def test_a_link_in_place_of_the_folder_is_not_followed(folder: str, tmp_path: Path) -> None:
    shown = Path(folder.format(102))
    shown.rmdir()
    shown.symlink_to(tmp_path / "cpu101")
    with lease(CORES) as place:
        assert not place.is_held
    shown.unlink()
    shown.mkdir()


def test_processes_see_each_others_leases_and_the_kernel_ends_those_of_the_dead(
    folder: str,
) -> None:
    ready, leave = SPAWNED.Event(), SPAWNED.Event()
    other = SPAWNED.Process(target=hold, args=(folder, ready, leave))
    other.start()
    assert ready.wait(60)
    with lease(CORES) as place:
        assert place.cores.submission == (101,)
    leave.set()
    other.join(60)
    with lease(CORES) as place:
        assert place.cores.submission == (102,)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_neither_keeps_a_lease_nor_gives_it_back() -> None:
    place = lease(CORES)
    child = os.fork()
    if child == 0:
        place.close()
        os._exit(0 if not place.is_held else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert lease(CORES).cores.submission == (101,)
    place.close()
    assert lease(CORES).cores.submission == (102,)


class Waiter:
    """Be a process that stands in the queue."""

    def __init__(self, folder: str) -> None:
        self.line, theirs = SPAWNED.Pipe()
        self.process: SpawnProcess = SPAWNED.Process(target=stand, args=(folder, theirs))
        self.process.start()
        theirs.close()

    def arrive(self, place: int, folder: str) -> None:
        """Come to the queue, as the one at this place in it, and return when it is there."""
        self.line.send("go")
        deadline = time.monotonic() + SERVED_S
        while standing_at(Path(folder).parent) <= place:
            assert time.monotonic() < deadline
            time.sleep(0.002)

    def served_at(self) -> float:
        assert self.line.poll(SERVED_S)
        return float(self.line.recv())


def standing_at(folder: Path) -> int:
    """Return how many have a lock on a folder or wait for it, as the kernel lists them."""
    mark = f":{folder.stat().st_ino} "
    return sum(mark in line for line in Path("/proc/locks").read_text().splitlines())


@pytest.fixture
def queue(folder: str) -> Iterator[Callable[[int], list[Waiter]]]:
    """Return a function that makes so many processes, each in the queue after the one before it."""
    waiters: list[Waiter] = []

    def arrived(count: int) -> list[Waiter]:
        waiters.extend(Waiter(folder) for _ in range(count))
        for each in waiters:
            assert each.line.recv() == "ready"
        for place, each in enumerate(waiters):
            each.arrive(place, folder)
        return waiters

    yield arrived
    for each in waiters:
        each.process.kill()
        each.process.join()


def inversions(times: list[float]) -> int:
    return sum(one > other for one, other in combinations(times, 2))


def test_processes_are_served_in_the_order_in_which_they_came(
    queue: Callable[[int], list[Waiter]],
) -> None:
    held = elsewhere(lambda: lease(ONE))
    waiters = queue(7)
    held.close()
    times = [each.served_at() for each in waiters]
    assert inversions(times) <= 4, "of 21; one that wakes up late lets some pass"


@pytest.mark.parametrize(
    ("place", "end"),
    a_few([(0, signal.SIGSTOP), (1, signal.SIGKILL), (0, signal.SIGKILL), (1, signal.SIGSTOP)], 2),
)
def test_who_is_killed_or_stopped_in_the_queue_keeps_nobody_waiting(
    place: int, end: signal.Signals, queue: Callable[[int], list[Waiter]]
) -> None:
    held = elsewhere(lambda: lease(ONE))
    waiters = queue(4)
    pid = waiters.pop(place).process.pid
    assert pid is not None
    os.kill(pid, end)
    held.close()
    times = [each.served_at() for each in waiters]
    assert len(times) == 3
    if end == signal.SIGKILL:
        assert inversions(times) <= 1


def test_who_leaves_the_queue_lets_the_next_one_pass(
    queue: Callable[[int], list[Waiter]], folder: str
) -> None:
    def check() -> None:
        if standing_at(Path(folder).parent) > 1:
            raise InterruptedWorkError

    held = elsewhere(lambda: lease(ONE))
    first = queue(1)
    with pytest.raises(InterruptedWorkError):
        elsewhere(lambda: lease(ONE, check))
    (turn,) = leases._abandoned
    held.close()
    assert first[0].served_at()
    again = elsewhere(lambda: lease(ONE))
    assert again.is_held
    assert turn._place is None, "its place was taken up again, and given back"


def test_a_core_that_the_first_of_the_queue_cannot_use_is_taken_by_the_next(
    queue: Callable[[int], list[Waiter]],
) -> None:
    held = elsewhere(lambda: lease(ONE))
    queue(1)
    with elsewhere(lambda: lease(CORES[:2])) as place:
        assert (place.is_held, place.cores.submission) == (True, (101,))
    held.close()


def test_a_long_wait_is_told_of_and_its_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "TOLD_AFTER_S", 0.05)
    told: list[leases.Awaited | None] = []
    held = elsewhere(lambda: lease(ONE))

    def take() -> leases.Lease:
        with leases.told_to(told.append):
            return lease(ONE, lambda: held.close() if told else None, longest_s=SERVED_S)

    assert elsewhere(take).is_held
    assert told == [leases.Awaited(leases.What.CORE, SERVED_S), None]
    elsewhere(lambda: lease(CORES[1:])).close()
    assert len(told) == 2, "where nothing is waited for nothing is told"

"""A core is leased to one sandbox at a time, by whoever asks, and shared only when none is free."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from graders.sandbox import leases
from graders.sandbox.interrupts import InterruptedWorkError
from graders.sandbox.leases import RAISED, lease
from graders.sandbox.machine import Cores

CORES = (100, 101, 102)
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


def test_nobody_is_preferred_on_a_core_where_grader_and_keeper_are_too() -> None:
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


def hold(folder: str, ready: Event, leave: Event) -> None:
    leases.FOLDER = folder
    place = lease(CORES)
    assert place.is_held
    ready.set()
    leave.wait(60)
    os._exit(9)  # without giving anything back


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

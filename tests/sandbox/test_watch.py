"""The watch tells which limit is broken, with its number, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.model.ending import Cause, Ending
from graders.model.limits import MIB, Limits
from graders.sandbox.limit_monitor import LimitMonitor
from graders.sandbox.process_tree import Process
from tests.sandbox.folders import make_scratch

QUIET = Process(
    2**22 + 1, 1, "S", 1, virtual=20 * MIB, resident=10 * MIB, children_cpu_s=0, started=0
)


class FakeTree:
    def __init__(self, *processes: Process) -> None:
        self.processes = list(processes)

    def refresh(self) -> list[Process]:
        return self.processes


def watch(*processes: Process, own: int = 0) -> LimitMonitor:
    return LimitMonitor(FakeTree(*processes), Limits(), None, own)  # type: ignore[arg-type]


def test_a_program_within_its_limits_is_let_be() -> None:
    assert watch(QUIET).look() is None


def test_threads_and_processes_count_together_and_ours_do_not() -> None:
    crowd = [QUIET._replace(threads=32), QUIET._replace(threads=34)]
    assert watch(*crowd, own=2).look() is None
    breach = watch(*crowd, own=1).look()
    assert breach is not None and breach.ending == Ending(Cause.PROCESSES, limit=64)


def test_memory_says_what_was_held_asked_for_and_allowed() -> None:
    breach = watch(QUIET._replace(resident=600 * MIB, virtual=2048 * MIB)).look()
    assert breach is not None
    assert breach.ending == Ending(
        Cause.MEMORY_HELD, limit=512 * MIB, held=600 * MIB, asked=2048 * MIB
    )


def test_memory_counts_over_all_processes() -> None:
    one = QUIET._replace(resident=300 * MIB)
    assert watch(one).look() is None
    assert watch(one, one).look() is not None


def test_a_full_scratch_folder_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graders.sandbox.limit_monitor._SEARCH_EVERY_S", -1.0)
    monkeypatch.setattr("graders.sandbox.limit_monitor._SEARCH_SHARE", 0)
    scratch = make_scratch(tmp_path, b"")
    limits = Limits()._replace(scratch_bytes=100_000)
    looking = LimitMonitor(FakeTree(QUIET), limits, scratch, 0)  # type: ignore[arg-type]
    assert looking.look() is None
    (scratch.work / "large").write_bytes(b"x" * 200_000)
    breach = looking.look()
    scratch.remove()
    assert breach is not None and breach.ending == Ending(Cause.FILES, limit=100_000)


def test_while_processes_grow_in_number_no_map_of_their_memory_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that forks on a crowded core holds the lock of its map, for seconds."""
    read: list[int] = []
    monkeypatch.setattr("graders.sandbox.limit_monitor.proportional", read.append)
    monkeypatch.setattr("graders.sandbox.limit_monitor._SEARCH_EVERY_S", -1.0)
    one = QUIET._replace(resident=300 * MIB)
    tree = FakeTree(one)
    looking = LimitMonitor(tree, Limits(), None, 0)  # type: ignore[arg-type]
    assert looking.look() is None
    for count in range(2, 65):
        tree.processes = [one] * count
        assert looking.look() is None, count
    assert read == []
    breach = looking.look()
    assert breach is not None and breach.ending.kind is Cause.MEMORY_HELD
    tree.processes = [one] * 65
    breach = looking.look()
    assert breach is not None and breach.ending == Ending(Cause.PROCESSES, limit=64)

"""Follow every process that one sandbox started, measure them, and end them all.

A process that loses its parent is handed to the nearest *subreaper* above it. The grader makes
itself one, so whatever a submission forks, however often and in whatever session, stays below
the sandbox's first process or becomes a child of the grader: it cannot get out of sight.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 200


@dataclass(frozen=True)
class Process:
    """Hold one line of `/proc/PID/stat`: sizes in bytes, the CPU time of dead children in s."""

    pid: int
    parent: int
    state: str
    threads: int
    virtual: int
    resident: int
    children_cpu_s: float
    started: int


def look_at(pid: int) -> Process | None:
    """Read what `/proc` says of `pid`; None where it is gone."""
    try:
        descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        line = os.read(descriptor, 4096)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    fields = line[line.rfind(b")") + 2 :].split()
    return Process(
        pid=pid,
        parent=int(fields[1]),
        state=fields[0].decode(),
        threads=int(fields[17]),
        virtual=int(fields[20]),
        resident=int(fields[21]) * _PAGE,
        children_cpu_s=(int(fields[13]) + int(fields[14])) / _TICKS,
        started=int(fields[19]),
    )


def cpu_s(pid: int) -> float:
    """Return the CPU seconds of `pid` with all its threads, to the nanosecond; 0 when gone."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def adopt_orphans() -> None:
    """Become the parent of whatever loses its own below this process, from now on."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def all_pids() -> set[int]:
    """Return the number of every process in sight."""
    return {int(name) for name in os.listdir("/proc") if name.isdigit()}  # noqa: PTH208 (hot)


class Tree:
    """Follow one sandbox's processes; `root` is the first of them, a child of ours.

    Create it with the processes that were there before the sandbox was started, so that each
    later one is looked at once, when it appears.
    """

    def __init__(self, root: int, before: set[int]) -> None:
        """Start with `root` alone."""
        self.root = root
        self._foreign = before - {root}
        self._members: dict[int, Process] = {}
        self._parents = {root}
        self._reaped_cpu_s = 0.0
        self.status: int | None = None
        self.own = 1
        self.refresh()

    def refresh(self) -> list[Process]:
        """Look for new processes and at the known ones; return those alive."""
        now = all_pids()
        self._foreign &= now
        new = {pid: look for pid in now - self._foreign if (look := look_at(pid))}
        me = os.getpid()
        members = {pid: p for pid, p in new.items() if pid in self._parents}
        grown = True
        while grown:
            grown = False
            for pid, process in new.items():
                if pid not in members and (process.parent in members or process.parent == me):
                    members[pid] = process
                    grown = True
        self._foreign |= set(new) - set(members)
        self._members = members
        self._parents |= set(members)
        return [process for process in members.values() if process.state not in "ZX"]

    def children_of(self, pid: int) -> list[int]:
        """Return the known children of `pid`."""
        return [process.pid for process in self._members.values() if process.parent == pid]

    def cpu_s(self) -> float:
        """Return the CPU seconds of all processes so far, dead ones included."""
        living = sum(cpu_s(p.pid) + p.children_cpu_s for p in self._members.values())
        return living + self._reaped_cpu_s

    def kill(self, main: int | None = None) -> bool:
        """End every process; tell whether all are gone.

        They are stopped first and only then killed, round after round, so that one that forks
        as fast as it can finds no time to. `main` is killed before all others: the first
        process of a pid namespace takes everything in it along.
        """
        if main is not None:
            _signal(main, signal.SIGKILL)
        for _ in range(_ROUNDS):
            alive = self.refresh()
            running = [p for p in alive if p.state != "T"]
            for process in running:
                _signal(process.pid, signal.SIGSTOP)
            if not running or main is not None:
                for process in alive:
                    _signal(process.pid, signal.SIGKILL)
            self._reap()
            if not self.refresh() and not self._reap():
                return True
            if main is not None or not running:
                time.sleep(0.001)
        return False

    def reap_root(self) -> int:
        """Wait for the first process, which has ended, and return its wait status."""
        if self.status is None:
            _, self.status, usage = os.wait4(self.root, 0)
            self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
            self._members.pop(self.root, None)
        return self.status

    def _reap(self) -> bool:
        reaped = False
        for pid in [*self._members]:
            with suppress(ChildProcessError):
                gone, status, usage = os.wait4(pid, os.WNOHANG)
                if gone:
                    if pid == self.root:
                        self.status = status
                    self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
                    self._members.pop(pid, None)
                    reaped = True
        return reaped


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def adopted() -> Iterator[int]:
    """Yield the children of this process."""
    me = os.getpid()
    for pid in all_pids():
        process = look_at(pid)
        if process is not None and process.parent == me:
            yield pid

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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36
_LONGEST_DYING_S = 10.0
_DYING_TICK_S = 0.0005

_roots: set[int] = set()
"""The first process of every sandbox that this process holds: children, but nobody's orphans."""


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


def proportional(pid: int) -> int | None:
    """Return the bytes that `pid` holds, pages it shares counted in part; None if not told."""
    with suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_bytes()
        return int(text.split(b"\nPss:")[1].split()[0]) * 1024
    return None


def peak_memory(pid: int) -> tuple[int, int]:
    """Return the most bytes that `pid` ever held, and ever had asked for; 0 where not told."""
    with suppress(OSError, ValueError):
        text = Path(f"/proc/{pid}/status").read_bytes()
        fields = dict(line.split(b":", 1) for line in text.splitlines() if b":" in line)
        held, asked = (int(fields.get(key, b"0").split()[0]) for key in (b"VmHWM", b"VmPeak"))
        return held * 1024, asked * 1024
    return 0, 0


def adopt_orphans() -> None:
    """Become the parent of whatever loses its own below this process, from now on."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def all_pids() -> set[int]:
    """Return the number of every process in sight."""
    with os.scandir("/proc") as listing:
        return {int(entry.name) for entry in listing if entry.name.isdigit()}


class Tree:
    """Follow one sandbox's processes; `root` is the first of them, a child of ours.

    Create it with the processes that were there before the sandbox was started: each later one
    is looked at when it appears, and is ours for good or foreign for good.
    """

    def __init__(self, root: int, before: set[int]) -> None:
        """Start with `root` alone."""
        self.root = root
        self.status: int | None = None
        self._foreign = before - {root}
        self._members: dict[int, Process] = {}
        self._reaped_cpu_s = 0.0
        _roots.add(root)
        self.refresh()

    def refresh(self) -> list[Process]:
        """Look for new processes and at the known ones; return those alive."""
        now = all_pids()
        self._foreign &= now
        looks = {pid: look for pid in now - self._foreign if (look := look_at(pid))}
        parents = {self.root, *self._members}
        members = {pid: look for pid, look in looks.items() if pid in parents}
        rest = {pid: look for pid, look in looks.items() if pid not in parents}
        while found := {pid for pid, look in rest.items() if self._is_ours(look, parents)}:
            members.update((pid, rest.pop(pid)) for pid in found)
            parents |= found
        self._foreign.update(rest)
        self._members = members
        return self.alive()

    def _is_ours(self, process: Process, parents: set[int]) -> bool:
        adopted = process.parent == os.getpid() and process.pid not in _roots
        return adopted or process.parent in parents

    def alive(self) -> list[Process]:
        """Return those that were alive at the last look."""
        return [process for process in self._members.values() if process.state not in "ZX"]

    def children_of(self, pid: int) -> list[int]:
        """Return the known children of `pid`."""
        return [process.pid for process in self._members.values() if process.parent == pid]

    def cpu_s(self) -> float:
        """Return the CPU seconds of all processes so far, dead ones included."""
        living = sum(cpu_s(p.pid) + p.children_cpu_s for p in self._members.values())
        return living + self._reaped_cpu_s

    def kill(self, first: int | None = None) -> bool:
        """End every process and reap what is ours to reap; tell whether all are gone.

        They are stopped before any is killed, round after round, so that one that forks as fast
        as it can is never left running alone. `first` is killed before all others: with the
        first process of a pid namespace the kernel ends all in it.
        """
        if first is not None:
            _signal(first, signal.SIGKILL)
        deadline = time.monotonic() + _LONGEST_DYING_S
        while left := self._left():
            running = [process for process in left if process.state not in "TtZX"]
            if first is None:
                for process in running:
                    _signal(process.pid, signal.SIGSTOP)
            if not running or time.monotonic() > deadline - _LONGEST_DYING_S / 2:
                first = None
                for process in left:
                    _signal(process.pid, signal.SIGKILL)
            if time.monotonic() > deadline:
                return False
            self._reap()
            time.sleep(_DYING_TICK_S)
        return True

    def _left(self) -> list[Process]:
        """Return those that still have to be killed, or to be reaped by us."""
        self.refresh()
        self._reap()
        mine = [p for p in self._members.values() if p.parent == os.getpid()]
        return list({p.pid: p for p in [*self.alive(), *mine]}.values())

    def reap_root(self) -> None:
        """Wait for the first process, which has ended."""
        if self.status is None:
            self._reap_one(self.root, 0)

    def _reap(self) -> None:
        for pid, process in [*self._members.items()]:
            if process.parent == os.getpid():
                self._reap_one(pid, os.WNOHANG)

    def _reap_one(self, pid: int, options: int) -> None:
        with suppress(ChildProcessError):
            gone, status, usage = os.wait4(pid, options)
            if gone:
                self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
                self._members.pop(pid, None)
                if pid == self.root:
                    self.status = status
                    _roots.discard(pid)


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)

"""Follow every process below this one, measure them, and end them all.

A process that loses its parent is handed to the nearest *subreaper* above it. A keeper makes
itself one (`adopt_orphans`) and has no other children than the sandbox that it keeps, so whatever
a submission forks, however often and in whatever session, stays below the keeper. Two things
follow. A process is the sandbox's exactly if its line of parents leads here. And once this
process has no child left, nothing of the sandbox is left at all: the kernel itself says so.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36
_WAIT_FOR_ALL = 0x40000000  # __WALL: also for children that were cloned without SIGCHLD
_LONGEST_DYING_S = 10.0
_DYING_TICK_S = 0.0005
_ROUNDS_ONE_BY_ONE = 20


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
        line = _contents(f"/proc/{pid}/stat")
    except OSError:
        return None
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


def _contents(path: str, most: int = 1 << 16) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def cpu_s(pid: int) -> float:
    """Return the CPU seconds of `pid` with all its threads, to the nanosecond; 0 when gone."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def proportional(pid: int) -> int | None:
    """Return the bytes that `pid` holds, pages it shares counted in part; None if not told."""
    with suppress(OSError, ValueError, IndexError):
        text = _contents(f"/proc/{pid}/smaps_rollup")
        return int(text.split(b"\nPss:")[1].split()[0]) * 1024
    return None


def peak_memory(pid: int) -> tuple[int, int]:
    """Return the most bytes that `pid` ever held, and ever had asked for; 0 where not told."""
    with suppress(OSError, ValueError):
        text = _contents(f"/proc/{pid}/status")
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
    """Follow all processes below this one, which has adopted orphans and has one child.

    What was running beside that one before is foreign for good. A later process is ours or
    foreign once its line of parents says so; one whose parent has just gone is looked at again.
    """

    def __init__(self, root: int) -> None:
        """Begin with the first process, a child that has done nothing yet."""
        self.root = root
        self.status: int | None = None
        self._me = os.getpid()
        self._foreign = all_pids() - {root}
        self._members: dict[int, Process] = {}
        self._reaped_cpu_s = 0.0

    def refresh(self) -> list[Process]:
        """Look for new processes and at the known ones; return those alive."""
        now = all_pids()
        self._foreign &= now
        looks = {pid: look for pid in now - self._foreign if (look := look_at(pid))}
        whose = {pid: self._is_ours(look, looks) for pid, look in looks.items()}
        self._members = {pid: look for pid, look in looks.items() if whose[pid]}
        self._foreign.update(pid for pid, ours in whose.items() if ours is False)
        return self.alive()

    def _is_ours(self, process: Process, looks: Mapping[int, Process]) -> bool | None:
        """Follow the line of parents; None where it breaks off at one that has just gone."""
        for _ in range(len(looks) + 1):
            if process.parent == self._me:
                return True
            if process.parent == 0 or process.parent in self._foreign:
                return False
            above = looks.get(process.parent)
            if above is None:
                return None
            process = above
        return None

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

    def reap(self) -> bool:
        """Collect the dead; tell whether this process has no child left, dead or alive."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG | _WAIT_FOR_ALL)
            except ChildProcessError:
                self._members = {}
                return True
            if not pid:
                return False
            self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
            self._members.pop(pid, None)
            if pid == self.root:
                self.status = status

    def kill(self, first: int | None = None, user: int | None = None) -> bool:
        """End every process and reap them; tell whether all are gone.

        They are stopped before any is killed, round after round, so that one that forks as fast
        as it can is never left running alone. `first` is killed before all others: with the
        first process of a pid namespace the kernel ends all in it. Where all of them belong to
        `user`, a user that nothing else belongs to, the kernel is asked in the end to kill
        whatever is that user's, in one step that nothing can fork away from.
        """
        if first is not None:
            _signal(first, signal.SIGKILL)
        deadline = time.monotonic() + _LONGEST_DYING_S
        rounds = 0
        while not self.reap():
            left = self.refresh()
            running = [process for process in left if process.state not in "TtZX"]
            if first is None:
                for process in running:
                    _signal(process.pid, signal.SIGSTOP)
            if not running or rounds > _ROUNDS_ONE_BY_ONE:
                first = None
                for process in left:
                    _signal(process.pid, signal.SIGKILL)
                if user is not None and left and rounds > _ROUNDS_ONE_BY_ONE:
                    _kill_all_of(user)
            if time.monotonic() > deadline:
                return False
            rounds += 1
            time.sleep(_DYING_TICK_S)
        return True


def _kill_all_of(user: int) -> None:
    """Kill every process of `user` at once, from a child that becomes that user."""
    child = os.fork()
    if child == 0:
        with suppress(OSError):
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)

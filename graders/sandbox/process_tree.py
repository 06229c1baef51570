"""Follow every process below this one, measure them, and end them all.

A process that loses its parent is handed to the nearest *subreaper* above it. A supervisor makes
itself one (`adopt_orphans`) and has no other children than the sandbox that it keeps, so whatever
a submission forks, however often and in whatever session, stays below the supervisor. Two things
follow. A process is the sandbox's exactly if its line of parents leads here. And once this
process has no child left, nothing of the sandbox is left at all: the kernel itself says so.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple

_PAGE = os.sysconf("SC_PAGE_SIZE")


_TICKS = os.sysconf("SC_CLK_TCK")


_PR_SET_PDEATHSIG = 1


_PR_SET_CHILD_SUBREAPER = 36


_WAIT_FOR_ALL = 0x40000000  # __WALL: also for children that were cloned without SIGCHLD


_LONGEST_DYING_S = 10.0


_DYING_TICK_S = 0.0005


_AT_ONCE_S = 0.02


_ROUNDS_ONE_BY_ONE = 20


_NOW_AND_THEN = 10


_AFRESH_EVERY_S = 0.5


class Process(NamedTuple):
    """One line of `/proc/PID/stat`: sizes in bytes, the CPU time of dead children in s.

    Where the first thread has ended before others, state and sizes are told by one of those:
    `thread` is the one that they were read from.
    """

    pid: int
    parent: int
    state: str
    threads: int
    virtual: int
    resident: int
    children_cpu_s: float
    started: int
    thread: int = 0
    group: int = 0
    session: int = 0


def look_at(pid: int) -> Process | None:
    """Read what `/proc` says of `pid`; None where it is gone."""
    try:
        fields = _stat(f"/proc/{pid}/stat")
        thread = pid
        if fields[0] in b"ZX" and int(fields[17]) > 1:
            thread, fields = _living_thread(pid) or (pid, fields)
    except OSError:
        return None
    return Process(
        pid=pid,
        parent=int(fields[1]),
        state=fields[0].decode(),
        threads=int(fields[17]),
        virtual=int(fields[20]),
        resident=int(fields[21]) * _PAGE,
        children_cpu_s=(int(fields[13]) + int(fields[14])) / _TICKS,
        started=int(fields[19]),
        thread=thread,
        group=int(fields[2]),
        session=int(fields[3]),
    )


def _stat(path: str) -> list[bytes]:
    line = contents(path)
    return line[line.rfind(b")") + 2 :].split()


def _living_thread(pid: int) -> tuple[int, list[bytes]] | None:
    """Return a thread that runs on though the first has ended, with what is told of it."""
    for name in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
        with suppress(OSError):
            fields = _stat(f"/proc/{pid}/task/{name}/stat")
            if fields[0] not in b"ZX":
                return int(name), fields
    return None


def contents(path: str, most: int = 1 << 16) -> bytes:
    """Return what can be read of a file in one go, at most so many bytes."""
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
        text = contents(f"/proc/{pid}/smaps_rollup")
        return int(text.split(b"\nPss:")[1].split()[0]) * 1024
    return None


class Status(NamedTuple):
    """What `/proc/PID/status` tells of one process: bytes at their peak.

    `held` is the most that it ever held, and `asked` the most that it ever had asked for. What is
    not told is 0.
    """

    held: int = 0
    asked: int = 0


def status_of(pid: int) -> Status:
    """Read what is told of `pid`."""
    with suppress(OSError, ValueError, IndexError):
        text = contents(f"/proc/{pid}/status")
        held, asked = _field(text, b"VmHWM:"), _field(text, b"VmPeak:")
        return Status(held * 1024, asked * 1024)
    return Status()


def _field(text: bytes, name: bytes) -> int:
    _, _, after = text.partition(b"\n" + name)
    return int(after.split(None, 1)[0]) if after else 0


def adopt_orphans() -> None:
    """Become the parent of whatever loses its own below this process, from now on."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def go_on_without_parent() -> None:
    """Have this process continued when its parent dies, should somebody have stopped it."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGCONT, 0, 0, 0)


def all_pids() -> set[int]:
    """Return the number of every process in sight."""
    return set(map(int, filter(str.isdigit, os.listdir("/proc"))))  # noqa: PTH208


class ProcessTracker:
    """Follow some processes by what `/proc` shows; which of all are ours, a subclass says.

    What is foreign stays so until all are looked at afresh. A later process is ours or foreign
    once its line of parents says so; one whose parent has just gone is looked at again.
    """

    def __init__(self, root: int) -> None:
        """Begin with the first process, which has done nothing yet; all others are foreign."""
        self.root = root
        self._foreign = all_pids() - {root}
        self._members: dict[int, Process] = {}
        self._reaped_cpu_s = 0.0
        self._before_s = cpu_s(root)
        self._seen_s: dict[int, float] = {}
        self._gone_s = 0.0
        self._next_afresh = time.monotonic() + _AFRESH_EVERY_S

    def refresh(self, *, afresh: bool = False) -> list[Process]:
        """Look for new processes and at the known ones; return those alive.

        Numbers are given out again, so one that was a stranger's may be ours later: now and then,
        and whenever it is asked for, every process in sight is looked at `afresh`.
        """
        started = time.monotonic()
        if afresh or started >= self._next_afresh:
            self._next_afresh = started + _AFRESH_EVERY_S
            self._foreign.clear()
        now = all_pids()
        self._foreign &= now
        looks = {pid: look for pid in now - self._foreign if (look := look_at(pid))}
        whose = {pid: self._is_ours(look, looks) for pid, look in looks.items()}
        self._members = {pid: look for pid, look in looks.items() if whose[pid]}
        self._foreign.update(pid for pid, ours in whose.items() if ours is False)
        self._note_times()
        return self.alive()

    def _note_times(self) -> None:
        """Keep what those used that are gone now: of some nobody is ever told."""
        gone = self._seen_s.keys() - self._members.keys()
        self._gone_s += sum(self._seen_s[pid] for pid in gone)
        self._seen_s = {pid: cpu_s(pid) for pid in self._members}

    def _is_ours(self, process: Process, looks: Mapping[int, Process]) -> bool | None:
        """Follow the line of parents; None where it breaks off at one that has just gone."""
        for _ in range(len(looks) + 1):
            if self._is_the_first_of_ours(process):
                return True
            if process.parent == 0 or process.parent in self._foreign:
                return False
            above = looks.get(process.parent)
            if above is None:
                return None
            process = above
        return None

    def _is_the_first_of_ours(self, process: Process) -> bool:
        raise NotImplementedError

    def members(self) -> list[Process]:
        """Return all that were there at the last look, dead or alive."""
        return list(self._members.values())

    def alive(self) -> list[Process]:
        return [process for process in self._members.values() if process.state not in "ZX"]

    def children_of(self, pid: int) -> list[int]:
        return [process.pid for process in self._members.values() if process.parent == pid]

    def cpu_s(self) -> float:
        """Return the CPU seconds of all processes so far, dead ones included.

        Those that nobody waits for count as far as they were seen.
        """
        living = sum(cpu_s(pid) for pid in self._members)
        waited_for = self._reaped_cpu_s + sum(p.children_cpu_s for p in self._members.values())
        return max(0.0, living + max(waited_for, self._gone_s) - self._before_s)


class Tree(ProcessTracker):
    """Follow all processes below this one, which has adopted orphans and has one child."""

    def __init__(self, root: int) -> None:
        """Begin with the first process, a child that has done nothing yet."""
        super().__init__(root)
        self.status: int | None = None
        self._me, self._session = os.getpid(), os.getsid(0)

    def _is_the_first_of_ours(self, process: Process) -> bool:
        return process.parent == self._me

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

    def kill(
        self,
        first: int | None = None,
        user: int | None = None,
        all_at_once: Callable[[], object] | None = None,
    ) -> bool:
        """End every process and reap them; tell whether all are gone.

        `all_at_once` ends what the kernel can end in one step, and is called round after round.

        Whole process groups are killed first, each in one step that nothing in it can fork away
        from. What is left is stopped before any is killed, round after round, so that one that
        forks as fast as it can is never left running alone. `first` is killed before all others:
        with the first process of a pid namespace the kernel ends all in it. Where all of them
        belong to `user`, a user that nothing else belongs to, the kernel is asked in the end to
        kill whatever is that user's, in one step that nothing can fork away from.
        """
        if first is not None:
            _signal(first, signal.SIGKILL)
        if all_at_once is not None:
            all_at_once()
        if first is not None or all_at_once is not None:
            _wait_for([process.pid for process in self.alive()], _AT_ONCE_S)
        deadline = time.monotonic() + _LONGEST_DYING_S
        rounds = 0
        left = self.alive()
        while not self.reap():
            if all_at_once is not None:
                all_at_once()
            left = self.refresh(afresh=not left and rounds > 1)
            if first is None:
                self._kill_groups(left)
            running = [process for process in left if process.state not in "TtZX"]
            if first is None:
                for process in running:
                    _signal(process.pid, signal.SIGSTOP)
            if not running or rounds > _ROUNDS_ONE_BY_ONE:
                first = None
                for process in left:
                    _signal(process.pid, signal.SIGKILL)
            if user is not None and rounds > _ROUNDS_ONE_BY_ONE and rounds % _NOW_AND_THEN == 0:
                _kill_all_of(user)  # also those whose parents could never be told
            if time.monotonic() > deadline:
                return False
            rounds += 1
            time.sleep(_DYING_TICK_S)
        return True

    def _kill_groups(self, processes: Iterable[Process]) -> None:
        """Kill the groups in other sessions than our own, which only processes below us can make.

        A process belongs to the session of its parent unless it makes one of its own.
        """
        theirs = [each for each in processes if each.session not in (0, self._session)]
        for group in {each.group for each in theirs} - {0}:  # 0 would be that of this process
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)


class SessionTree(ProcessTracker):
    """Follow the session that one process has made, and all that was seen to come from it.

    Nothing is adopted: this is for a process that has children of its own beside it.
    """

    def note_reaped(self, cpu_s: float) -> None:
        self._reaped_cpu_s = cpu_s

    def _is_the_first_of_ours(self, process: Process) -> bool:
        known = self._members.get(process.pid)
        was_ours = known is not None and known.started == process.started
        return was_ours or process.session == self.root


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


def _wait_for(pids: Iterable[int], seconds: float) -> None:
    """Wait for all of some processes to end, as they mostly do at once."""
    deadline = time.monotonic() + seconds
    for pid in pids:
        with suppress(OSError):
            process = os.pidfd_open(pid)
            try:
                select.select([process], [], [], max(0.0, deadline - time.monotonic()))
            finally:
                os.close(process)


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


class Children:
    """The processes that were started by some others, and not yet over, at one moment."""

    def __init__(self, parents: Collection[int]) -> None:
        """Find them; those that are started afterwards are not among them."""
        self._held: list[int] = []
        found = [each for pid in all_pids() if (each := look_at(pid)) and each.parent in parents]
        for process in found if parents else ():
            with suppress(ProcessLookupError):
                self._held.append(os.pidfd_open(process.pid))

    def __enter__(self) -> Children:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._held:
            os.close(self._held.pop())

    def are_gone(self, within_s: float) -> bool:
        """Wait for all of them to end, up to `within_s`; tell whether they have."""
        deadline = time.monotonic() + within_s
        poll = select.poll()
        for each in self._held:
            poll.register(each, select.POLLIN)
        left = len(self._held)
        while left and (patience_s := deadline - time.monotonic()) > 0:
            for ended, _ in poll.poll(patience_s * 1000):
                poll.unregister(ended)
                left -= 1
        return not left

"""Measure what the processes of one sandbox have used: CPU time, waiting, memory."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from graders.sandbox.accounting import KeptOff, Thread, Times, within
from graders.sandbox.box import Usage
from graders.sandbox.cgroup import Group
from graders.sandbox.order import Order
from graders.sandbox.process_tree import Followed, contents, status_of

_NANO = 1e-9
_TICKS = os.sysconf("SC_CLK_TCK")
_STEAL = 8
_MANY_THREADS = 24
_SELDOM = 8


class Meter:
    """Measure one tree of processes, and its group where there is one."""

    def __init__(self, tree: Followed, group: Group | None, wanted: Order) -> None:
        """Begin with the first process, which has done nothing yet."""
        self._tree, self._group, self._wanted = tree, group, wanted
        self._kept_off = KeptOff()
        self._marked_at = time.monotonic()
        self._stolen_before_s = self._stolen_s()
        self._stalled_before_s = self._stalled_s()
        self._looks = self._threads = 0
        self._told = False

    def move(self, wanted: Order) -> None:
        """Go on where the processes were moved to: what a core tells counts from the next mark."""
        self._wanted = wanted

    def look(self) -> None:
        """Take note of what will be gone with its threads; to be called every few milliseconds.

        Crowds are looked at less often, so that the looks themselves cost nobody a core.
        """
        self._looks += 1
        if self._threads < _MANY_THREADS or self._looks % _SELDOM == 0:
            self._sample()

    def _sample(self) -> tuple[dict[Thread, Times], float]:
        """Take a sample; return the times of the threads, and the CPU seconds of all."""
        threads = self._times()
        self._threads = len(threads)
        self._told |= bool(threads)  # a kernel may keep no such counts
        cpu_s = self.cpu_s()
        self._kept_off.sample(threads, cpu_s)
        return threads, cpu_s

    def measured(self, *, mark: bool) -> Usage:
        """Return what has been used so far; with `mark`, count from here what is kept off."""
        self._tree.refresh()
        status = status_of(self.main_pid())
        held = status.held
        if self._group is not None and self._group.was_out_of_memory():
            held = max(held, self._group.most_bytes() or 0)
        threads, cpu_s = self._sample()
        stolen_s, stalled_s = self._stolen_s(), self._stalled_s()
        kept_off_s = self._kept_off_s(cpu_s, stolen_s, stalled_s) if self._told else None
        if mark:
            self._kept_off.mark(threads, cpu_s)
            self._marked_at = time.monotonic()
            self._stolen_before_s, self._stalled_before_s = stolen_s, stalled_s
        return Usage(cpu_s, held, status.asked, kept_off_s)

    def cpu_s(self) -> float:
        """Return the CPU seconds so far: only the group knows those of children nobody waited for.

        The tree is the one that knows what is running to the nanosecond.
        """
        in_group = self._group.cpu_s() if self._group is not None else None
        return max(self._tree.cpu_s(), in_group or 0.0)

    def _kept_off_s(self, cpu_s: float, stolen_s: float, stalled_s: float) -> float:
        wall_s = time.monotonic() - self._marked_at
        stolen_s -= self._stolen_before_s
        stalled_s -= self._stalled_before_s
        used_s = cpu_s - self._kept_off.tree_start_s
        return within(max(self._kept_off.seconds(), stalled_s), stolen_s, wall_s, used_s)

    def _times(self) -> dict[Thread, Times]:
        """Return the times of all threads that are the submission's."""
        ours = self._chain_of_ours()
        found: dict[Thread, Times] = {}
        for process in self._tree.members():
            if process.pid not in ours:
                found |= _times_of(process.pid)
        return found

    def _chain_of_ours(self) -> list[int]:
        chain: list[int] = []
        pid = self._tree.root
        for _ in range(self._wanted.own):
            chain.append(pid)
            pid = next(iter(self._tree.children_of(pid)), pid)
        return chain

    def main_pid(self) -> int:
        """Return the process that the submission runs in: `own` of ours are above it."""
        pid = self._tree.root
        for _ in range(self._wanted.own):
            pid = next(iter(self._tree.children_of(pid)), pid)
        return pid

    def _stalled_s(self) -> float:
        """Return what the group tells of the same, which is more: threads may take turns.

        On several cores it is an average over them, which tells nothing that could be taken off.
        """
        if self._group is None or len(self._wanted.cpus) != 1:
            return 0.0
        return self._group.stalled_s() or 0.0

    def _stolen_s(self) -> float:
        """Return for how long another machine has had the core that the program was given."""
        if len(self._wanted.cpus) != 1:
            return 0.0
        with suppress(OSError, ValueError, IndexError):
            start = b"cpu%d " % self._wanted.cpus[0]
            for line in contents("/proc/stat").splitlines():
                if line.startswith(start):
                    return int(line.split()[_STEAL]) / _TICKS
        return 0.0


def _times_of(pid: int) -> dict[Thread, Times]:
    found: dict[Thread, Times] = {}
    with suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
            with suppress(OSError, ValueError):
                words = contents(f"/proc/{pid}/task/{name}/schedstat").split()
                found[pid, int(name)] = Times(int(words[1]) * _NANO, int(words[0]) * _NANO)
    return found

"""Measure what the processes of one sandbox have used: CPU time, waiting, memory.

The kernel counts for each thread for how long it was ready to run and did not. That alone can be
raised at will: threads and children of one's own that want the same core make one another wait.
So the CPU time of all others in the program's own tree is taken off. While a thread waits, either
one of these has the core or a stranger does, hence

    kept off >= what the thread waited - (CPU time of the tree - CPU time of the thread)

over any stretch of its life. Work that is done by one thread or child after another adds up: a
thread that is new goes on from the best that those before it had shown. It is a lower bound
throughout, never more than what the machine did, and exact for a program that works in one thread
at a time. `KeptOff` works it out of samples, in seconds, and looks at no machine.

A wait is counted only once it is over, so one that began before a mark shows up after it, and what
others in the tree did meanwhile must not be forgotten with the mark. Hence a thread is compared
with the tree from the last sample before it was seen to run, marks or no marks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from graders.sandbox.cgroup import ControlGroup
from graders.sandbox.interface import Usage
from graders.sandbox.process_tree import ProcessTracker, contents, status_of
from graders.sandbox.supervisor_protocol import SandboxOrder

_NANO = 1e-9


_TICKS = os.sysconf("SC_CLK_TCK")


_STEAL = 8


_MANY_THREADS = 24


_SELDOM = 8


class Meter:
    """Measure one tree of processes, and its group where there is one."""

    def __init__(
        self, tree: ProcessTracker, group: ControlGroup | None, wanted: SandboxOrder
    ) -> None:
        """Begin with the first process, which has done nothing yet."""
        self._tree, self._group, self._wanted = tree, group, wanted
        self._kept_off = KeptOff()
        self._marked_at = time.monotonic()
        self._stolen_before_s = self._stolen_s()
        self._stalled_before_s = self._stalled_s()
        self._looks = self._threads = 0
        self._told = False

    def move(self, wanted: SandboxOrder) -> None:
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
        threads = self._times()
        self._threads = len(threads)
        self._told |= bool(threads)  # a kernel may keep no such counts
        cpu_s = self.cpu_s()
        self._kept_off.sample(threads, cpu_s)
        return threads, cpu_s

    def measured(self, *, mark: bool) -> Usage:
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


Thread = tuple[int, int]
"""A process and one of its threads."""


class Times(NamedTuple):
    """What was counted for one thread so far: ready but waiting, and running."""

    waited_s: float
    cpu_s: float


class _Chain:
    """One thread, from where it is counted, and what those before it had shown."""

    def __init__(self, start: Times, others_start_s: float, best_s: float) -> None:
        self.start = self.last = start
        # CPU seconds of all others: where it is counted from, where it may have begun to wait.
        self.others_start_s = self.others_idle_s = self.others_last_s = others_start_s
        self.before_s = self.best_s = best_s

    def note(self, now: Times, tree_s: float) -> None:
        if now != self.last:
            self.others_idle_s = self.others_last_s
        self.last, self.others_last_s = now, tree_s - now.cpu_s
        others_s = self.others_last_s - self.others_start_s
        own_s = (now.waited_s - self.start.waited_s) - max(0.0, others_s)
        self.best_s = max(self.best_s, self.before_s + own_s)

    def marked(self) -> _Chain:
        """Return it counted from its last sample, with what it may be waiting for since before."""
        chain = _Chain(self.last, self.others_idle_s, 0.0)
        chain.others_last_s = self.others_last_s
        return chain


class KeptOff:
    """Follow the threads of one program from sample to sample."""

    def __init__(self) -> None:
        self._chains: dict[Thread, _Chain] = {}
        self._ended_s = self._tree_s = 0.0
        self.tree_start_s = 0.0

    def mark(self, threads: Mapping[Thread, Times], tree_s: float) -> None:
        self.sample(threads, tree_s)
        self._ended_s = 0.0
        self.tree_start_s = tree_s
        self._chains = {thread: chain.marked() for thread, chain in self._chains.items()}

    def sample(self, threads: Mapping[Thread, Times], tree_s: float) -> None:
        """Take in what is counted now; `tree_s` must have been read after the threads."""
        for thread in list(self._chains):
            if thread not in threads or _is_another(self._chains[thread].last, threads[thread]):
                self._ended_s = max(self._ended_s, self._chains.pop(thread).best_s)
        for thread in threads:
            if thread not in self._chains:
                # It was started after the last sample, of which the tree's time is known.
                nothing = Times(0.0, 0.0)
                self._chains[thread] = _Chain(nothing, self._tree_s, self._ended_s)
        for thread, now in threads.items():
            self._chains[thread].note(now, tree_s)
        self._tree_s = tree_s

    def seconds(self) -> float:
        """Return for how long, at the least, the program was kept off since the mark."""
        return max([self._ended_s, *(chain.best_s for chain in self._chains.values())])


def _is_another(before: Times, now: Times) -> bool:
    """Tell whether a number was given out again: no thread's times ever fall."""
    return now.cpu_s < before.cpu_s or now.waited_s < before.waited_s


def within(kept_off_s: float, stolen_s: float, wall_s: float, cpu_s: float) -> float:
    """Return the seconds kept off, time stolen from the machine included.

    It is never more than the wall time in which the program did not run.

    >>> within(kept_off_s=0.5, stolen_s=0.25, wall_s=2.0, cpu_s=1.0)
    0.75
    >>> within(kept_off_s=0.5, stolen_s=0.0, wall_s=1.0, cpu_s=0.75)
    0.25
    """
    return max(0.0, min(kept_off_s + stolen_s, wall_s - cpu_s))

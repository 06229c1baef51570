"""Work out for how long a machine kept a program off its cores, whatever the program does itself.

The kernel counts for each thread for how long it was ready to run and did not. That alone can be
raised at will: threads and children of one's own that want the same core make one another wait.
So the CPU time of all others in the program's own tree is taken off. While a thread waits, either
one of these has the core or a stranger does, hence

    kept off >= what the thread waited - (CPU time of the tree - CPU time of the thread)

over any stretch of its life. Work that is done by one thread or child after another adds up: a
thread that is new goes on from the best that those before it had shown. It is a lower bound
throughout, never more than what the machine did, and exact for a program that works in one thread
at a time.

Nothing here looks at the machine; all comes from samples, in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Thread = tuple[int, int]
"""A process and one of its threads."""


class Times(NamedTuple):
    """Hold what was counted for one thread so far: ready but waiting, and running."""

    waited_s: float
    cpu_s: float


class _Chain:
    """Hold one thread, from where it is counted, and what those before it had shown."""

    def __init__(self, start: Times, tree_start_s: float, best_s: float) -> None:
        self.start = self.last = start
        self.tree_start_s = tree_start_s
        self.before_s = self.best_s = best_s

    def note(self, now: Times, tree_s: float) -> None:
        self.last = now
        others_s = (tree_s - self.tree_start_s) - (now.cpu_s - self.start.cpu_s)
        own_s = (now.waited_s - self.start.waited_s) - max(0.0, others_s)
        self.best_s = max(self.best_s, self.before_s + own_s)


class KeptOff:
    """Follow the threads of one program from sample to sample."""

    def __init__(self) -> None:
        """Begin with no thread known; whatever comes first has just been started."""
        self._chains: dict[Thread, _Chain] = {}
        self._ended_s = self._tree_s = 0.0
        self.tree_start_s = 0.0

    def mark(self, threads: Mapping[Thread, Times], tree_s: float) -> None:
        """Count from here: `tree_s` is the CPU time of the whole tree so far."""
        self._ended_s = 0.0
        self._tree_s = self.tree_start_s = tree_s
        self._chains = {thread: _Chain(now, tree_s, 0.0) for thread, now in threads.items()}

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

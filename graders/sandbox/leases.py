"""Lease cores, so that submissions which are timed side by side do not share one.

A lease is a lock (`flock`) on the folder that the kernel shows for a core, `/sys/devices/system/
cpu/cpuN`. Every user can open it, nobody can take it away or put something in its place, no file
is ever made, and the kernel gives the lock back when its holder is gone, however it went. It is
held from before a sandbox is started until it is over. All graders of a machine see each other's,
in whatever process, thread or session; a container that has a network of its own also has a `/sys`
of its own, so give containers cores of their own (`--cpuset-cpus`).

While a core is free nobody shares one. Where all are taken a grader waits for one, for a bounded
time, and then shares. Where the kernel shows no such folder, or takes no locks on it, there are no
leases, and nothing else changes.
"""

from __future__ import annotations

import os
import random
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType

from graders.sandbox.interrupts import Check, unchecked
from graders.sandbox.isolation import is_linux
from graders.sandbox.machine import Cores, usable_cores

FOLDER = "/sys/devices/system/cpu/cpu{}"
LONGEST_WAIT_S = 60.0
"""For so long a grader waits for a core of its own."""
RAISED = -15
"""The niceness of a submission that has a core of its own."""
_RAREST_LOOK_S, _COMMONEST_LOOK_S = 0.02, 0.001


class _OfThread(threading.local):
    """Hold the leases of a thread: waiting for itself would be in vain."""

    def __init__(self) -> None:
        self.held: set[Lease] = set()


_of_thread = _OfThread()


class Lease:
    """Hold the place of one sandbox: its cores, the others' cores, its niceness, and the lock.

    Grader and keeper stay on those of the other cores that nobody had leased when it began, so that
    they take no time of what anybody measures. Where there were none they stay on its own, where
    they have nothing to do but wait and look: they take no time of what others measure. `others`
    are all other cores.

    Raised priority is for a submission whose keeper and grader have a core beside it, and never
    on the first core: one core of the machine always remains for everybody alike.
    """

    def __init__(
        self,
        cores: Cores,
        nice: int = 0,
        lock: int | None = None,
        others: tuple[int, ...] | None = None,
    ) -> None:
        """Take over a lock where there is one; without, the place is anybody's."""
        self.cores, self.nice, self._lock = cores, nice, lock
        self.others = cores.grader if others is None else others
        self._among = _of_thread.held
        if lock is not None:
            self._among.add(self)
            _all.add(self)

    def __enter__(self) -> Lease:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def is_held(self) -> bool:
        """Tell whether nobody else has a lease of this core."""
        return self._lock is not None

    def close(self) -> None:
        """Give the core back."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
            self._among.discard(self)
            os.close(lock)


_all: weakref.WeakSet[Lease] = weakref.WeakSet()


def lease(
    usable: Sequence[int], check: Check = unchecked, *, longest_s: float = LONGEST_WAIT_S
) -> Lease:
    """Lease one of the cores, the last that is free; share one where none is for so long.

    `check` may end the waiting. A thread that already holds a lease does not wait for another.
    """
    started = time.monotonic()
    while True:
        for core in reversed(usable):
            try:
                return _lease(usable, core, _lock(core))
            except BlockingIOError:
                continue
            except OSError:
                return _lease(usable, random.choice(usable[1:] or usable), None)
        waited_s = time.monotonic() - started
        if _of_thread.held or waited_s >= longest_s:
            return _lease(usable, random.choice(usable), None)
        check()
        # Those who have waited longest look most often, so that nobody is passed over for long.
        time.sleep(max(_COMMONEST_LOOK_S, _RAREST_LOOK_S / (1 + waited_s)))


def anywhere() -> Lease:
    """Return the place of who leases nothing: any core."""
    cores = usable_cores()
    return Lease(Cores(cores, cores))


def free_beside(place: Lease) -> tuple[int, ...]:
    """Return the other cores of a place that nobody has leased; none where that cannot be told."""
    others = set(place.others) - set(place.cores.submission)
    return tuple(filter(_is_free, sorted(others))) if place.is_held else ()


def unleased() -> tuple[int, ...]:
    """Return the cores, of those that this process may run on, on which nothing is timed now.

    Where all are leased, or nobody can lease any, they are all.
    """
    cores = usable_cores()
    return (tuple(filter(_is_free, cores)) if is_linux() else ()) or cores


def _is_free(core: int) -> bool:
    try:
        os.close(_lock(core))
    except OSError:
        return False
    return True


def _lease(usable: Sequence[int], core: int, lock: int | None) -> Lease:
    others = tuple(each for each in usable if each != core)
    beside = others if lock is None else tuple(filter(_is_free, others))
    nice = RAISED if beside and core != usable[0] else 0
    return Lease(Cores(beside or (core,), (core,)), nice, lock, others or (core,))


def _lock(core: int) -> int:
    """Return a descriptor that holds the lock; raise `BlockingIOError` where another one does."""
    import fcntl  # noqa: PLC0415  # where there is none, nobody leases

    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    folder = os.open(FOLDER.format(core), flags)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(folder)
        raise
    return folder


def _start_afresh() -> None:
    """Give back, in a forked process, the copies of its parent's locks."""
    for each in list(_all):
        with suppress(OSError):
            each.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)

"""Say which cores this process may use, and move processes and threads to some of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

_AT_FIRST = os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0
_TELLS_CORES = hasattr(os, "sched_getaffinity")


def usable_cores() -> tuple[int, ...]:
    """Return the cores that this process may run on, in order; all where no system tells."""
    if not _TELLS_CORES:
        return tuple(range(os.cpu_count() or 1))
    return tuple(sorted(os.sched_getaffinity(0)))


class Cores(NamedTuple):
    """Hold which cores a grader and its keeper stay on, and which a submission gets.

    With one core all share it. With more, the submission gets one, whatever their number, so that
    its verdict does not depend on it, and the clock and the watch stay on the others: they never
    take the core that is being timed.
    """

    grader: tuple[int, ...]
    submission: tuple[int, ...]


def set_niceness(nice: int) -> None:
    """Run this process, and those it starts from now on, at a niceness, where it may be had.

    At 0 it is that with which this program was started.
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, nice or _AT_FIRST)
    set_niceness_of_session(os.getpid(), nice)


def set_niceness_of_session(pid: int, nice: int) -> None:
    """Set what a niceness is worth in the session of `pid`, where it may be set.

    Where the scheduler groups processes by session (`sched_autogroup`), the niceness of a process
    counts only among those of its own session.
    """
    with suppress(OSError):
        descriptor = os.open(f"/proc/{pid}/autogroup", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, b"%d" % nice)
        finally:
            os.close(descriptor)


def move_process(pid: int, cores: tuple[int, ...], nice: int) -> None:
    """Move all threads of `pid` to `cores`, and to a niceness that is not 0, as far as may be."""
    with suppress(OSError):
        for thread in map(int, os.listdir(f"/proc/{pid}/task")):  # noqa: PTH208
            with suppress(OSError):
                os.sched_setaffinity(thread, cores)
                if nice:
                    os.setpriority(os.PRIO_PROCESS, thread, nice)
    if nice:
        set_niceness_of_session(pid, nice)


@contextmanager
def on_cores(cores: tuple[int, ...]) -> Iterator[None]:
    """Keep this thread on `cores` for a while, where the system lets it."""
    if not _TELLS_CORES:
        yield
        return
    before = os.sched_getaffinity(0)
    with suppress(OSError):
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


def move_thread(thread: int, cores: tuple[int, ...]) -> None:
    """Move a thread of this process, by its native number, to `cores`, unless it is gone."""
    with suppress(OSError):
        os.sched_setaffinity(thread, cores)

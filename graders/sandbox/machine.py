"""Look at how busy this machine is, and at what the kernel counts for one process."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from graders.model.outcome import Machine


def usable_cores() -> tuple[int, ...]:
    """Return the cores that this process may run on, in order."""
    return tuple(sorted(os.sched_getaffinity(0)))


@dataclass(frozen=True)
class Cores:
    """Hold which cores the grader keeps for itself and which a submission gets.

    With one core both share it. With more, the grader keeps the first: its clock and its watch
    then never take the core that is being timed. A submission gets one of the others, so that
    its verdict does not depend on how many there are.
    """

    grader: tuple[int, ...]
    submission: tuple[int, ...]


def share(cores: tuple[int, ...], pick: Callable[[Sequence[int]], int] = random.choice) -> Cores:
    """Divide cores between the grader and a submission.

    Which of the other cores a submission gets is left to chance, so that graders which run side
    by side do not all time on the same one.

    >>> share((0, 1, 2, 3), pick=max)
    Cores(grader=(0,), submission=(3,))
    >>> share((5,))
    Cores(grader=(5,), submission=(5,))
    """
    if len(cores) < 2:
        return Cores(cores, cores)
    return Cores(cores[:1], (pick(cores[1:]),))


@contextmanager
def on_cores(cores: tuple[int, ...]) -> Iterator[None]:
    """Keep this thread on `cores` for a while, where the system lets it."""
    before = os.sched_getaffinity(0)
    with suppress(OSError):
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


@dataclass(frozen=True)
class Scheduling:
    """Hold what the kernel counted for one process so far."""

    waited_s: float | None = None
    involuntary_switches: int = 0


def scheduling(pid: int) -> Scheduling:
    """Read the counts of `pid`; what the kernel does not tell is None or 0."""
    return Scheduling(_waited_s(pid), _involuntary(pid))


def during(before: Scheduling, after: Scheduling) -> Machine:
    """Return how busy the machine was between two readings of one process."""
    switches = max(0, after.involuntary_switches - before.involuntary_switches)
    cores = len(usable_cores())
    return Machine(os.getloadavg()[0], cores, waited_s(before, after), switches)


def waited_s(before: Scheduling, after: Scheduling) -> float | None:
    """Return the seconds for which a process was ready to run between two readings, and did not."""
    if before.waited_s is None or after.waited_s is None:
        return None
    return max(0.0, after.waited_s - before.waited_s)


def _waited_s(pid: int) -> float | None:
    """Return the longest that any thread of `pid` was ready to run and got no core."""
    waits = []
    for stat in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError, ValueError, IndexError):
            waits.append(int(stat.read_bytes().split()[1]) / 1e9)
    return max(waits, default=None)


def _involuntary(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_bytes()
        return int(status.rpartition(b"nonvoluntary_ctxt_switches:")[2])
    except (OSError, ValueError):
        return 0

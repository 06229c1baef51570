"""Take more memory and more processes than a submission may have, and outlive the call."""

from __future__ import annotations

import os
import sys
import time

_HELD_S = 1.0


def take_memory(size: int) -> int:
    """Fill `size` bytes of memory and return how many there are."""
    return len(b"x" * size)


def start_processes(count: int) -> int:
    """Start `count` processes, hold them for a second, and return how many could be started."""
    started = 0
    for _ in range(count):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            time.sleep(2 * _HELD_S)
            os._exit(0)
        started += 1
    time.sleep(_HELD_S)
    return started


def leave_a_daemon(marker: str) -> str:
    """Start a process in a session of its own that would live for a minute after the call.

    `marker` stands on its command line, where the examiner looks for it.
    """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = "import time; time.sleep(60)"
            os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", code, marker])
        os._exit(0)
    time.sleep(_HELD_S / 4)
    return "left"


def cores() -> list[int]:
    """Return the numbers of the cores that this process may run on."""
    return sorted(os.sched_getaffinity(0))

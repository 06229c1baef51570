"""Do what only an end from outside stops: sleep, print without end, leave a process behind."""

from __future__ import annotations

import multiprocessing
import sys
import time
from pathlib import Path

_GETS_GOING_S = 0.5
_WRITES_AFTER_S = 1.0


def sleep(seconds: int) -> None:
    time.sleep(seconds)


def print_without_end() -> None:
    while True:
        sys.stdout.write("x" * 4096)


def leave_a_child(path: str) -> str:
    """Start a process that makes a file a while later; answer before."""
    multiprocessing.get_context("spawn").Process(target=write_later, args=(path,)).start()
    time.sleep(_GETS_GOING_S)
    return "left"


def write_later(path: str) -> None:
    time.sleep(_WRITES_AFTER_S)
    Path(path).touch()

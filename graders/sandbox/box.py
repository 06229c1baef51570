"""Say what a sandbox is to whoever talks to a submission in it, at every level of isolation.

This module loads on every system, as does all that it imports; what stands behind it need not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple, Protocol

from graders.model.ending import Ending
from graders.sandbox.capture import Capture
from graders.sandbox.interrupts import Check
from graders.sandbox.program import Program


class Line(NamedTuple):
    """Hold one line that came over the wire, and when: `time.monotonic()` seconds."""

    data: bytes
    at: float


class Gone(NamedTuple):
    """Say that the process has ended: its exit code, negative for a signal.

    Unless that is `sure`, a code above 128 may stand for a signal.
    """

    code: int
    at: float
    sure: bool = True


class Late(NamedTuple):
    """Say that the deadline came first."""

    at: float


class Breach(NamedTuple):
    """Say which limit was broken, with its numbers."""

    ending: Ending


class Usage(NamedTuple):
    """Hold what a sandbox has used since it was started.

    CPU seconds are those of all its processes, dead ones included; None where the system does not
    tell. `held_bytes` and `asked_bytes` are the most that the process that the submission runs in
    ever held and had asked for. `kept_off_s` is for how many seconds, since the last mark or else
    the start, the program was ready to run while the machine gave it no core; None where the
    kernel does not tell.
    """

    cpu_s: float | None
    held_bytes: int
    asked_bytes: int
    kept_off_s: float | None = None


class Box(Protocol):
    """Hold one live process tree of one submission; usable from any thread, one at a time."""

    check: Check
    """What may end any waiting."""

    @property
    def program(self) -> Program:
        """Return what it runs."""

    @property
    def file(self) -> str:
        """Return the path of the submission's file, as its process sees it."""

    def path(self, place: PurePosixPath) -> str:
        """Return the path of a place below the root, as its process sees it."""

    @property
    def stdout(self) -> Capture:
        """Return what was printed so far."""

    @property
    def stderr(self) -> Capture:
        """Return what was written to stderr so far."""

    @property
    def address_space(self) -> int | None:
        """Return the bytes of address space that the program may ask for, where limited."""

    def send(self, data: bytes) -> None:
        """Queue bytes for the runner; whatever waits for it sends them."""

    def wait(self, deadline: float) -> Line | Gone | Late | Breach:
        """Wait until a line comes, the process ends, a limit is broken or `deadline` is past."""

    def usage(self, *, mark: bool = False, over: bool = False) -> Usage:
        """Return what has been used so far; with `mark`, `kept_off_s` counts from here.

        Nothing more is asked of what is `over`, so that it may be ended for the sake of the
        reading: some systems tell of the dead alone.
        """

    def take_in(self) -> Breach | None:
        """Take in what has been written so far; return the limit that it breaks, if any."""

    def leftover(self) -> bytes:
        """Return what came over the wire beside the lines that were taken."""

    def kill(self, meanwhile: Callable[[], object] = ...) -> None:
        """End every process, and take in what they had written; `meanwhile` is called then.

        Raises `RuntimeError` where one cannot be ended.
        """

    def close(self) -> None:
        """End what still runs and give everything back."""

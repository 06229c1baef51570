"""What a sandbox is to whoever talks to a submission in it, and what it is to run and to show.

This loads on every system, at every level of isolation, and knows no language.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Protocol

from graders.model.ending import Ending
from graders.model.text import readable
from graders.sandbox.interrupts import Check


class WireLine(NamedTuple):
    """One line that came over the wire, and when: `time.monotonic()` seconds."""

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
    at: float


class Breach(NamedTuple):
    """Which limit was broken, with its numbers."""

    ending: Ending


class Usage(NamedTuple):
    """What a sandbox has used since it was started.

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


class Sandbox(Protocol):
    """One live process tree of one submission; usable from any thread, one at a time."""

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

    def wait(self, deadline: float) -> WireLine | Gone | Late | Breach:
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


class Capture:
    """Collect bytes, keep the first of them, and the first of those since the last mark; count all.

    So what a call printed is there, however much was printed before it.
    """

    def __init__(self, kept_bytes: int) -> None:
        """Keep at most `kept_bytes` of all, and as many since a mark."""
        self._room = kept_bytes
        self._kept = bytearray()
        self._latest = bytearray()
        self._marked = self.seen = 0

    def add(self, data: bytes) -> None:
        self.seen += len(data)
        for kept in (self._kept, self._latest):
            if len(kept) < self._room:
                kept.extend(data[: self._room - len(kept)])

    def mark(self) -> None:
        self._latest.clear()
        self._marked = self.seen

    def text(self) -> str:
        return _shown(self._kept, self.seen)

    def latest(self) -> str:
        return _shown(self._latest, self.seen - self._marked)


def _shown(kept: bytearray, seen: int) -> str:
    shown, cut = readable(bytes(kept)), seen - len(kept)
    return f"{shown}\n… {cut:,} more bytes were cut" if cut else shown


ROOT = PurePosixPath()
"""The place of the root itself, below which everything else of ours is shown."""
FOLDER = PurePosixPath("file")
"""The place of the folder that holds the submission, and nothing else."""
Words = tuple[str | PurePosixPath, ...]
"""Words of a command; a path among them is a place below the root, wherever that will be."""


class ReadOnlyPath(NamedTuple):
    """A file or folder of this machine that is shown, read-only, at a place below the root.

    One that is `small` may be copied there where the sandbox's user cannot reach the original.
    """

    source: Path
    place: PurePosixPath
    small: bool = True


DATA_FACTOR = 4
"""How much more a program may ask for than it may hold: threads ask for stacks that they never
use."""


class Program(NamedTuple):
    """The submission's files, the command that runs it, and all that it gets to see.

    `name` and `source` are the file that is called, whose name may hold folders; `beside` are those
    that it was handed in with, found from the same place.

    The root is `/kata` inside bubblewrap, and the folder of the one process under plain limits.
    `confinement` are the words that start the confinement, to which the sandbox adds the set-up;
    `words` are what it then executes or loads. `carried` is handed to it behind a descriptor, whose
    number is the word after its own; nothing is where that is empty. Where nothing is confined
    `unconfined` are those words, and what is carried lies in a file instead. `in_place` is shown
    where it lies on this machine (an interpreter with its library), `hidden` are folders to be
    shown empty: places below the root, or absolute paths in what is shown in place. `environment`
    adds to the few variables that every program gets. The address space is limited to
    `address_space_factor` times the memory, not at all where that is None; where nothing is
    confined, what may be asked for is, to `data_factor` times the memory.
    """

    name: str
    source: bytes
    confinement: Words
    words: Words
    shown: tuple[ReadOnlyPath, ...] = ()
    in_place: tuple[Path, ...] = ()
    hidden: tuple[PurePosixPath, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    address_space_factor: int | None = None
    data_factor: int = DATA_FACTOR
    carried: bytes = b""
    unconfined: Words = ()
    beside: tuple[tuple[str, bytes], ...] = ()


class SupervisorError(RuntimeError):
    """Say that a supervisor failed or was lost: our own fault, or that of who killed it."""


INSIDE = Path("/kata")

"""Hold what somebody hands in: a file of source code, or a program of any kind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Command:
    """Hold a program that somebody hands in: the words that start it, and what it gets to see.

    The first word is the program itself, which is shown without being named among `shown`: files
    and folders that it may read in a sandbox, each at the same path as here. `said` is the command
    as it was given.
    """

    words: tuple[str, ...]
    shown: tuple[Path, ...] = ()
    said: str = ""


@dataclass(frozen=True)
class Submission:
    """Hold a submission: where it lies, the name that reports show, and its bytes.

    Of a `command` the bytes are what its runner reads of how to start it, and `path` is the
    program.
    """

    path: Path
    name: str
    source: bytes
    command: Command | None = None

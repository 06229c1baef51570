"""Hold what a sandbox is to run and to show, in no language's own words."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = PurePosixPath()
"""The place of the root itself, below which everything else of ours is shown."""

FOLDER = PurePosixPath("file")
"""The place of the folder that holds the submission, and nothing else."""

Words = tuple[str | PurePosixPath, ...]
"""Words of a command; a path among them is a place below the root, wherever that will be."""


class Shown(NamedTuple):
    """Hold a file or folder of this machine that is shown, read-only, at a place below the root.

    One that is `small` may be copied there where the sandbox's user cannot reach the original.
    """

    source: Path
    place: PurePosixPath
    small: bool = True


DATA_FACTOR = 4
"""How much more a program may ask for than it may hold: threads ask for stacks that they never
use."""


class Program(NamedTuple):
    """Hold the submission's files, the command that runs it, and all that it gets to see.

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
    shown: tuple[Shown, ...] = ()
    in_place: tuple[Path, ...] = ()
    hidden: tuple[PurePosixPath, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    address_space_factor: int | None = None
    data_factor: int = DATA_FACTOR
    carried: bytes = b""
    unconfined: Words = ()
    beside: tuple[tuple[str, bytes], ...] = ()

"""Work out once a session what several tests look at, whichever worker needs it first."""

from __future__ import annotations

import fcntl
import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")


class Once:
    """Keep results in a folder that all workers of a session share.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     once = Once(Path(folder))
    ...     once("the answer", lambda: 6 * 7), once("the answer", lambda: 1 / 0)
    (42, 42)
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, name: str, make: Callable[[], T]) -> T:
        """Return what `make` returned when it was first called for `name`; others wait for it.

        Where `make` raises, nothing is kept, and the next test that asks tries it again.
        """
        file = self._folder / hashlib.sha256(name.encode()).hexdigest()
        # The lock goes with its process, so a worker that is killed keeps nobody waiting.
        with file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                made = make()
                written = file.with_suffix(".new")
                written.write_bytes(pickle.dumps(made))
                written.rename(file)
            kept: T = pickle.loads(file.read_bytes())
            return kept


def folder_of_the_session(factory: pytest.TempPathFactory, side_by_side: bool) -> Path:
    """Return a folder that is the same for every worker of this session and for no other."""
    base = factory.getbasetemp()
    folder = (base.parent if side_by_side else base) / "once"
    folder.mkdir(exist_ok=True)
    return folder

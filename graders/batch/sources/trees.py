"""Say what a folder and an archive have in common: what is in them, and how a file is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath, PurePosixPath

import msgspec

from graders.batch.sources.layout import Item
from graders.model.usage import UsageError

Reading = Callable[[PurePosixPath], bytes]
"""Return the bytes of a file; raise `UnreadableError` where that cannot be done."""


class SourceError(UsageError):
    """Say why a folder or an archive is not read; among several it costs its candidate alone."""


class Tree(msgspec.Struct, frozen=True):
    """Hold what lies in a folder or an archive; `shown` is how messages and reports call it.

    `name` is whose it is, where all of it is one candidate's. `path` is where a folder lies.
    """

    shown: str
    name: str
    items: tuple[Item, ...]
    read: Reading
    path: Path | None = None

    def shown_place(self, place: PurePosixPath) -> str:
        """Return how reports call a place in it."""
        return (PurePath(self.shown) / place).as_posix()

"""Hear of every save of a file, in whatever way an editor writes it."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from graders.practice.entry import digest

_STEP_MS = 20
_MOST_MS = 60
"""Events that come together are told together, within so many milliseconds."""


class Look(msgspec.Struct, frozen=True):
    """Hold what a file is at one moment: which version on the disk, and what is in it."""

    stamp: tuple[int, int, int]
    content: str
    is_empty: bool


def look(file: Path) -> Look | None:
    """Return what a file is now; None where there is none that can be read."""
    try:
        if not file.is_file():
            return None
        found = file.stat()
        source = file.read_bytes()
    except OSError:
        return None
    return Look((found.st_mtime_ns, found.st_size, found.st_ino), digest(source), not source)


def can_be_watched() -> bool:
    """Tell whether the library that tells of saves is there."""
    return importlib.util.find_spec("watchfiles") is not None


async def saves(file: Path) -> AsyncIterator[None]:
    """Yield after anything happened to a file, to the link by that name or to what it links to.

    The folders are watched, as many editors put another file in place of the first. Raises
    `OSError` or `RuntimeError` where they cannot be.
    """
    from watchfiles import awatch  # noqa: PLC0415  # an extra, and nothing else here needs it

    here = file.absolute()
    # By its name where the folder really is, as no event has a link on the way there.
    named = here.parent.resolve() / here.name
    places = {str(named), str(here), str(here.resolve())}
    folders = {named.parent, here.resolve().parent}
    async for _ in awatch(
        *folders,
        watch_filter=lambda change, path: path in places,
        debounce=_MOST_MS,
        step=_STEP_MS,
        recursive=False,
    ):
        yield

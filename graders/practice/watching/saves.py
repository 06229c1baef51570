"""Hear of every save of a file, in whatever way an editor writes it."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from graders.grading.folders import is_left_out, names_in, read_folder
from graders.grading.intake import UnreadableError
from graders.model.submission import sha256_of
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
    """Return what a file or a folder is now; None where there is none that can be read."""
    try:
        if file.is_dir():
            return _look_at_folder(file)
        if not file.is_file():
            return None
        found = file.stat()
        source = file.read_bytes()
    except OSError:
        return None
    return Look((found.st_mtime_ns, found.st_size, found.st_ino), digest(source), not source)


def _look_at_folder(folder: Path) -> Look | None:
    try:
        stats = [(folder / name).stat() for name in names_in(folder)]
        content = sha256_of(read_folder(folder))
    except UnreadableError as error:  # as a run says, too
        return Look((0, 0, 0), str(error), False)
    newest, size = max(each.st_mtime_ns for each in stats), sum(each.st_size for each in stats)
    return Look((newest, size, len(stats)), content, False)


def can_be_watched() -> bool:
    """Tell whether the library that tells of saves is there."""
    return importlib.util.find_spec("watchfiles") is not None


def _is_taken(path: Path, folder: Path) -> bool:
    return not any(map(is_left_out, path.relative_to(folder).parts))


async def saves(file: Path) -> AsyncIterator[None]:
    """Yield after anything happened to a file, to the link by that name or to what it links to.

    So it does after anything that is taken of a folder. Of a file the folders are watched, as many
    editors put another file in place of the first. Raises `OSError` or `RuntimeError` where they
    cannot be.
    """
    from watchfiles import awatch  # noqa: PLC0415  # an extra, and nothing else here needs it

    here = file.absolute()
    if here.is_dir():
        top = here.resolve()
        async for _ in awatch(
            top,
            watch_filter=lambda change, path: _is_taken(Path(path), top),
            debounce=_MOST_MS,
            step=_STEP_MS,
        ):
            yield
        return
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

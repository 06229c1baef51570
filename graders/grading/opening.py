"""Open a file that somebody hands in: a regular one, and no link that leads out of its folder.

A link could have the grader read for its author what only the grader's user may read: a key file,
a reference solution, the memory of the grader itself. So the file is opened as a mere place first,
which reads nothing and wakes no device; that very place is then looked at, and read only if it is
what it should be. Nothing that is renamed or replaced meanwhile makes a difference.

Only the last part of the path is the author's; the folders before it are whoever grades. Of a
folder that is handed in as a whole all below it is the author's: what is opened has to lie there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from graders.sandbox.isolation import is_linux

OUTSIDE = "it is a link to a file outside its folder; hand in the file itself"
OUT_OF_ALL = "it is a link out of the folder that was handed in; hand in the file itself"
NOWHERE = "it is a link to a file that is not there; hand in the file itself"
_HERE = Path("/proc/self/fd")


class CannotOpenError(ValueError):
    """Say why what lies at a path is not opened for reading."""


@contextmanager
def opened(path: Path, within: Path | None = None) -> Iterator[int]:
    """Yield a descriptor to read a regular file from, one that lies `within` a folder, if named.

    Raises `FileNotFoundError` where there is nothing, and `CannotOpenError` for a link out of the
    folder, for anything but a regular file, and for what we may not read.
    """
    try:
        descriptor = _opened(path, within)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise CannotOpenError(f"it cannot be opened: {error.strerror}") from None
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _opened(path: Path, within: Path | None) -> int:
    if not is_linux():
        from graders.grading.opening_anywhere import open_anywhere  # noqa: PLC0415  # as rarely

        return open_anywhere(path, within)
    with _place(path) if within is None else _place_within(path, within) as place:
        mode = os.fstat(place).st_mode
        if not stat.S_ISREG(mode):
            raise CannotOpenError(f"it is {kind_of(mode)}, not a regular file")
        return os.open(_HERE / str(place), os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY)


@contextmanager
def _place(path: Path) -> Iterator[int]:
    """Yield a descriptor of the place that a path names, whatever is there; it reads nothing."""
    with _only_the_place(path.parent, os.O_DIRECTORY) as folder:
        with _only_the_place(path.name or ".", os.O_NOFOLLOW, folder) as place:
            if not stat.S_ISLNK(os.fstat(place).st_mode):
                yield place
                return
        with _target(path.name, folder) as place:
            yield place


@contextmanager
def _place_within(path: Path, top: Path) -> Iterator[int]:
    """Do the same; links are followed on the way, and may lead anywhere below `top`."""
    try:
        with _only_the_place(top, os.O_DIRECTORY) as folder, _only_the_place(path, 0) as place:
            if not _where(place).is_relative_to(_where(folder)):
                raise CannotOpenError(OUT_OF_ALL)
            yield place
    except FileNotFoundError:
        if path.is_symlink():
            raise CannotOpenError(NOWHERE) from None
        raise


@contextmanager
def _target(name: str, folder: int) -> Iterator[int]:
    try:
        with _only_the_place(name, 0, folder) as place:
            if not _where(place).is_relative_to(_where(folder)):
                raise CannotOpenError(OUTSIDE)
            yield place
    except FileNotFoundError:
        raise CannotOpenError(NOWHERE) from None


@contextmanager
def _only_the_place(name: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    try:
        place = os.open(name, os.O_PATH | os.O_CLOEXEC | flags, dir_fd=folder)
    except ValueError:
        raise CannotOpenError("it cannot be opened: no file can have such a name") from None
    try:
        yield place
    finally:
        os.close(place)


def _where(place: int) -> Path:
    """Return where something lies, as the kernel knows it: without any link on the way."""
    with suppress(OSError):
        return (_HERE / str(place)).readlink()
    raise CannotOpenError("it is a link, and without /proc where it leads is not known")


def kind_of(mode: int) -> str:
    """Name what is no regular file."""
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")

"""Keep the folder that one process of a submission works in, and take it away afterwards."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

MAX_ENTRIES = 10_000
ENDLESS = 1 << 62
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PLACE = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC
_CHUNK = 1 << 20
_LOOKS = 5
_MOVED = "kata-moved-"


class Plan(NamedTuple):
    """What a scratch folder is to hold, before it is made.

    `root` is a path at which nothing is yet. `file` is the submission's own place below it,
    `beside` are those of its other files, each with how many bytes it has.
    `links` and `copies` are places below it, each with the file or folder that is to be found
    there. The submission may write in `work`, an empty folder that belongs to user `owner` where
    one is named.
    """

    root: Path
    file: str
    links: tuple[tuple[str, str], ...] = ()
    copies: tuple[tuple[str, str], ...] = ()
    owner: int | None = None
    beside: tuple[tuple[str, int], ...] = ()

    @property
    def work(self) -> Path:
        return self.root / "scratch"


class Scratch:
    """A folder of our own, made by a plan, that is gone after use."""

    def __init__(self, plan: Plan, source: int) -> None:
        """Make the folder; what can be read from the descriptor `source` becomes its files.

        Those beside come first, one after the other.

        Raises `OSError` where it cannot be made; nothing of it is left then.
        """
        self.root = plan.root
        self.work = plan.work
        self._held: dict[Path, int] = {}
        plan.root.mkdir(0o700)
        try:
            self._hold(plan.root)
            self._fill(plan, source)
            self._hold(self.work)
        except BaseException:
            self.remove()
            raise

    def _hold(self, folder: Path) -> None:
        self._held[folder] = os.open(folder, _FOLDER)

    def _fill(self, plan: Plan, source: int) -> None:
        plan.root.chmod(0o755)
        for place, size in plan.beside:
            self._write(place, source, size)
        self._write(plan.file, source)
        for place, target in plan.links:
            self._made_way(place).symlink_to(target)
        for place, original in plan.copies:
            _copy(Path(original), self._made_way(place))
        self.work.mkdir(0o755)
        if plan.owner is not None:
            os.chown(self.work, plan.owner, plan.owner)

    def _write(self, place: str, source: int, size: int = ENDLESS) -> None:
        path = self._made_way(place)
        with path.open("xb") as file:
            while size and (chunk := os.read(source, min(size, _CHUNK))):
                size -= file.write(chunk)
        path.chmod(0o444)

    def _made_way(self, place: str) -> Path:
        path = self.root / place
        path.parent.mkdir(0o755, parents=True, exist_ok=True)
        return path

    def size(self) -> int:
        """Return the bytes in the work folder; one with too many entries counts as endless."""
        return size_of_folder(self._held[self.work])

    def remove(self) -> None:
        try:
            for folder in reversed(self._held.values()):
                _take_away(folder)
        finally:
            while self._held:
                os.close(self._held.popitem()[1])
        remove_tree(self.root)


def _copy(source: Path, place: Path) -> None:
    """Copy a file or folder so that everybody may read it, whoever may read the original."""
    if source.is_dir():
        place.mkdir()
        place.chmod(0o755)
        for inner in source.iterdir():
            _copy(inner, place / inner.name)
    else:
        place.write_bytes(source.read_bytes())
        place.chmod(0o755 if os.access(source, os.X_OK) else 0o644)


class _MovedError(Exception):
    """A folder was moved while it was looked into."""


def size_of_folder(folder: int) -> int:
    """Return the bytes that the files below an open folder take, however deep they are.

    One in which folders are moved whenever it is looked at counts as endless.
    """
    for _ in range(_LOOKS):
        with suppress(_MovedError):
            return _size_now(folder)
    return ENDLESS


def _size_now(folder: int) -> int:
    total, count = 0, 0
    for entries in _each_folder(folder):
        count += len(entries)
        if count > MAX_ENTRIES:
            return ENDLESS
        for entry in entries:
            with suppress(OSError):
                total += entry.stat(follow_symlinks=False).st_blocks * 512
    return total


def _each_folder(top: int) -> Iterator[list[os.DirEntry[str]]]:
    """Yield the entries of a folder and of each below it.

    Goes from folder to folder by descriptor, since no path may be as long as folders can be
    deep. Raises `_MovedError` where the way back leads elsewhere.
    """
    here = os.open(".", _FOLDER, dir_fd=top)
    try:
        entries = _entries(here)
        yield entries
        levels = [(_identity(here), _folders(entries))]
        while levels:
            if levels[-1][1]:
                entered = _entered(here, levels[-1][1].pop())
                if entered is None:
                    continue
                os.close(here)
                here = entered
                entries = _entries(here)
                yield entries
                levels.append((_identity(here), _folders(entries)))
                continue
            levels.pop()
            if levels:
                here = _back(here, levels[-1][0])
    finally:
        os.close(here)


def _identity(folder: int) -> tuple[int, int]:
    found = os.fstat(folder)
    return found.st_dev, found.st_ino


def _back(here: int, parent: tuple[int, int]) -> int:
    there = os.open("..", _PLACE, dir_fd=here)
    if _identity(there) != parent:
        os.close(there)
        raise _MovedError
    os.close(here)
    return there


def _entries(folder: int) -> list[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as listing:
        return list(islice(listing, MAX_ENTRIES + 1))
    return []


def _folders(entries: list[os.DirEntry[str]]) -> list[str]:
    return [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]


def _entered(folder: int, name: str) -> int | None:
    """Open a folder to be read, whatever its permissions are; None where it is gone."""
    for _ in range(2):
        try:
            return os.open(name, _FOLDER, dir_fd=folder)
        except PermissionError:
            with suppress(OSError):
                _open_up(folder, name)
        except OSError:
            return None
    return None


def remove_tree(root: Path) -> None:
    """Delete a folder however deep it goes and whatever its permissions are.

    Where the folder is gone, or something else is in its place, that is as good; no link is
    followed.
    """
    try:
        parent = os.open(root.parent, _PLACE)
    except FileNotFoundError:
        return
    try:
        _remove_below(parent, root.name)
    except FileNotFoundError:
        return
    finally:
        os.close(parent)


def _remove_below(parent: int, name: str) -> None:
    if not _is_folder(parent, name):
        os.unlink(name, dir_fd=parent)
        return
    _open_up(parent, name)
    folder = os.open(name, _FOLDER, dir_fd=parent)
    try:
        _empty(folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=parent)


def _is_folder(parent: int, name: str) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def _take_away(folder: int) -> None:
    """Empty an open folder and delete it where it lies now, which it may have been moved to."""
    with suppress(PermissionError):  # it became somebody else's, or its file system read-only
        os.fchmod(folder, 0o700)
    _empty(folder)
    with suppress(OSError):  # it is gone already
        place = Path(f"/proc/self/fd/{folder}").readlink()
        parent = os.open(place.parent, _PLACE)
        try:
            found = os.stat(place.name, dir_fd=parent, follow_symlinks=False)
            if (found.st_dev, found.st_ino) == _identity(folder):
                os.rmdir(place.name, dir_fd=parent)
        finally:
            os.close(parent)


def _empty(top: int) -> None:
    """Delete all that is in an open folder.

    What a folder holds is deleted by the descriptor of that folder, and the folders in it are
    moved up to the top first. So two descriptors are enough for any depth, there is no way back
    to be taken, and whoever moves folders meanwhile moves what is deleted, never where.
    """
    for _ in range(_LOOKS):
        waiting = _without_files(top)
        if not waiting:
            return
        while waiting:
            name = waiting.pop()
            with suppress(FileNotFoundError, NotADirectoryError):
                waiting += _moved_up(top, name)
            with suppress(OSError):  # somebody is still filling it: look again
                os.rmdir(name, dir_fd=top)
    if left := os.listdir(top):
        raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), left[0])


def _moved_up(top: int, name: str) -> list[str]:
    _open_up(top, name)
    folder = os.open(name, _FOLDER, dir_fd=top)
    moved = []
    try:
        for inner in _without_files(folder):
            new = f"{_MOVED}{os.urandom(8).hex()}"
            with suppress(FileNotFoundError, NotADirectoryError):
                _open_up(folder, inner)
                os.rename(inner, new, src_dir_fd=folder, dst_dir_fd=top)
                moved.append(new)
    finally:
        os.close(folder)
    return moved


def _open_up(here: int, name: str) -> None:
    """Let this user do everything in a folder; a link in its place is not followed."""
    folder = os.open(name, _PLACE | os.O_NOFOLLOW, dir_fd=here)
    try:
        Path(f"/proc/self/fd/{folder}").chmod(0o700)
    finally:
        os.close(folder)


def _without_files(folder: int) -> list[str]:
    folders = []
    with os.scandir(folder) as listing:
        for entry in list(listing):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                with suppress(FileNotFoundError, IsADirectoryError):
                    os.unlink(entry.name, dir_fd=folder)
    return folders

"""Keep the folder that one process of a submission works in, and take it away afterwards."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import TracebackType

MAX_ENTRIES = 10_000
ENDLESS = 1 << 62
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PLACE = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC


class Scratch:
    """Hold a folder of our own with the submission's file and an empty folder for its work."""

    def __init__(self, file_name: str, source: bytes, owner: int | None) -> None:
        """Make the folder; the work folder belongs to user `owner` where one is named."""
        self.root = Path(tempfile.mkdtemp(prefix="kata-"))
        self.root.chmod(0o755)
        self.file = self.root / "file" / file_name
        self.file.parent.mkdir()
        self.file.write_bytes(source)
        self.file.chmod(0o444)
        self.work = self.root / "scratch"
        self.work.mkdir()
        if owner is not None:
            os.chown(self.work, owner, owner)

    def size(self) -> int:
        """Return the bytes in the work folder; one with too many entries counts as endless."""
        return size_of_tree(self.work)

    def remove(self) -> None:
        """Delete the folder with all that is in it; nothing may be running in it any more."""
        remove_tree(self.root)

    def __enter__(self) -> Scratch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()


def size_of_tree(root: Path) -> int:
    """Return the bytes that the files below a folder take, however deep they are."""
    total, count = 0, 0
    for entries in _each_folder(root):
        count += len(entries)
        if count > MAX_ENTRIES:
            return ENDLESS
        for entry in entries:
            with suppress(OSError):
                total += entry.stat(follow_symlinks=False).st_blocks * 512
    return total


def _each_folder(root: Path) -> Iterator[list[os.DirEntry[str]]]:
    """Yield the entries of a folder and of each below it.

    Goes from folder to folder by descriptor, since no path may be as long as folders can be
    deep; what is moved or deleted meanwhile is passed over.
    """
    here = os.open(root, _FOLDER)
    try:
        entries = _entries(here)
        yield entries
        levels = [_folders(entries)]
        while levels:
            name = levels[-1].pop() if levels[-1] else ".."
            if name == "..":
                levels.pop()
            entered = _entered(here, name)
            if entered is None:
                if name == "..":
                    return
                continue
            os.close(here)
            here = entered
            if name != "..":
                entries = _entries(here)
                yield entries
                levels.append(_folders(entries))
    finally:
        os.close(here)


def _entries(folder: int) -> list[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as listing:
        return list(islice(listing, MAX_ENTRIES + 1))
    return []


def _folders(entries: list[os.DirEntry[str]]) -> list[str]:
    return [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]


def _entered(folder: int, name: str) -> int | None:
    with suppress(OSError):
        return os.open(name, _FOLDER, dir_fd=folder)
    return None


def remove_tree(root: Path) -> None:
    """Delete a folder however deep it goes and whatever its permissions are.

    Goes from folder to folder by descriptor and back by `..`, one at a time: no path gets longer
    than the system takes, nothing here recurses, and no process may still be moving folders.
    """
    here = os.open(root.parent, _PLACE)
    try:
        levels = [[root.name]]
        while levels:
            if levels[-1]:
                name = levels[-1][-1]
                os.chmod(name, 0o700, dir_fd=here)
                here = _moved(here, name, _FOLDER)
                levels.append(_without_files(here))
                continue
            levels.pop()
            if levels:
                here = _moved(here, "..", _PLACE)
                os.rmdir(levels[-1].pop(), dir_fd=here)
    finally:
        os.close(here)


def _moved(here: int, name: str, flags: int) -> int:
    there = os.open(name, flags, dir_fd=here)
    os.close(here)
    return there


def _without_files(folder: int) -> list[str]:
    folders = []
    with os.scandir(folder) as listing:
        for entry in list(listing):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                os.unlink(entry.name, dir_fd=folder)
    return folders

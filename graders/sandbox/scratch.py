"""Keep the folder that one process of a submission works in, and take it away afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

MAX_ENTRIES = 10_000
ENDLESS = 1 << 62
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PLACE = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Plan:
    """Say what a scratch folder is to hold, before it is made.

    `root` is a path at which nothing is yet. `file` is the submission's own place below it.
    `links` and `copies` are places below it, each with the file or folder that is to be found
    there. The submission may write in `work`, an empty folder that belongs to user `owner` where
    one is named.
    """

    root: Path
    file: str
    links: tuple[tuple[str, str], ...] = ()
    copies: tuple[tuple[str, str], ...] = ()
    owner: int | None = None

    @property
    def work(self) -> Path:
        """Return the path of the folder to write in."""
        return self.root / "scratch"


class Scratch:
    """Hold a folder of our own, made by a plan, that is gone after use."""

    def __init__(self, plan: Plan, source: int) -> None:
        """Make the folder; what can be read from the descriptor `source` becomes its file.

        Raises `OSError` where it cannot be made; nothing of it is left then.
        """
        self.root = plan.root
        self.work = plan.work
        plan.root.mkdir(0o700)
        try:
            self._fill(plan, source)
        except BaseException:
            self.remove()
            raise

    def _fill(self, plan: Plan, source: int) -> None:
        plan.root.chmod(0o755)
        self._write(plan.file, source)
        for place, target in plan.links:
            self._made_way(place).symlink_to(target)
        for place, original in plan.copies:
            _copy(Path(original), self._made_way(place))
        self.work.mkdir(0o755)
        if plan.owner is not None:
            os.chown(self.work, plan.owner, plan.owner)

    def _write(self, place: str, source: int) -> None:
        path = self._made_way(place)
        with path.open("xb") as file:
            while chunk := os.read(source, _CHUNK):
                file.write(chunk)
        path.chmod(0o444)

    def _made_way(self, place: str) -> Path:
        path = self.root / place
        path.parent.mkdir(0o755, parents=True, exist_ok=True)
        return path

    def size(self) -> int:
        """Return the bytes in the work folder; one with too many entries counts as endless."""
        return size_of_tree(self.work)

    def remove(self) -> None:
        """Delete the folder with all that is in it; nothing may be running in it any more."""
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
    try:
        here = os.open(root, _FOLDER)
    except OSError:
        return
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
    Where the folder is gone, or something else is in its place, that is as good; no link is
    followed.
    """
    if not root.is_dir() or root.is_symlink():
        root.unlink(missing_ok=True)
        return
    here = os.open(root.parent, _PLACE)
    try:
        levels = [[root.name]]
        while levels:
            if levels[-1]:
                name = levels[-1][-1]
                _open_up(here, name)
                here = _moved(here, name, _FOLDER)
                levels.append(_without_files(here))
                continue
            levels.pop()
            if levels:
                here = _moved(here, "..", _PLACE)
                os.rmdir(levels[-1].pop(), dir_fd=here)
    finally:
        os.close(here)


def _open_up(here: int, name: str) -> None:
    """Let this user do everything in a folder; a link in its place is not followed."""
    folder = os.open(name, _PLACE | os.O_NOFOLLOW, dir_fd=here)
    try:
        Path(f"/proc/self/fd/{folder}").chmod(0o700)
    finally:
        os.close(folder)


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

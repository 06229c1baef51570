"""Find what processes hold though no folder and no size of theirs shows it.

A file that was deleted takes room for as long as somebody has it open or mapped. Pages of shared
memory stay when a process drops them from its view, and files in memory need never be in one.
Where no control group counts the memory, this does; deleted files on a disk nobody else counts.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from graders.sandbox.process_tree import Process

_BLOCK = 512
_MOST_BYTES = 1 << 22
_DELETED = b" (deleted)"

_Key = tuple[int, int]


class Unseen:
    """Hold the bytes of each deleted file, and of each file in memory, by device and number."""

    def __init__(self) -> None:
        """Know of none."""
        self.files: dict[_Key, int] = {}
        self.memory: dict[_Key, int] = {}

    def note(self, key: _Key, size: int) -> None:
        """Note the size of what was found, once for whoever holds it."""
        kept = self.memory if key[0] in _memory_devices() else self.files
        kept[key] = max(size, kept.get(key, 0))

    def knows(self, key: _Key) -> bool:
        """Tell whether it was found already."""
        return key in self.memory or key in self.files


@cache
def _memory_devices() -> frozenset[int]:
    """Return the file systems whose files are memory: the kernel's own, and the shared one."""
    found = set()
    with suppress(OSError):
        own = os.memfd_create("own")
        found.add(os.fstat(own).st_dev)
        os.close(own)
    with suppress(OSError):
        found.add(Path("/dev/shm").stat().st_dev)
    return frozenset(found)


def held_by(processes: Iterable[Process]) -> Unseen:
    """Return what some processes hold, as far as this user may look."""
    found = Unseen()
    for process in processes:
        with suppress(OSError):
            _open_files(process.thread, found)
        with suppress(OSError):
            _mapped_files(process.thread, found)
    return found


def named_by(user: int, found: Unseen) -> None:
    """Note the files in shared memory that belong to a user whom nothing else belongs to."""
    with suppress(OSError), os.scandir("/dev/shm") as listing:
        for entry in listing:
            with suppress(OSError):
                file = entry.stat(follow_symlinks=False)
                if file.st_uid == user and stat.S_ISREG(file.st_mode):
                    found.note((file.st_dev, file.st_ino), file.st_blocks * _BLOCK)


def _open_files(pid: int, found: Unseen) -> None:
    with os.scandir(f"/proc/{pid}/fd") as listing:
        for entry in listing:
            with suppress(OSError):
                file = os.stat(entry.path)  # noqa: PTH116  # the file itself, not its name
                if stat.S_ISREG(file.st_mode) and (
                    file.st_nlink == 0 or file.st_dev in _memory_devices()
                ):
                    found.note((file.st_dev, file.st_ino), file.st_blocks * _BLOCK)


def _mapped_files(pid: int, found: Unseen) -> None:
    """Note deleted files and shared memory that are mapped.

    Only root is told how much of one is really there; it may be all that is mapped of it.
    """
    for line in _lines(f"/proc/{pid}/maps"):
        place, rights, offset, device, number, *name = line.split(None, 5)
        if not (rights.endswith(b"s") or (name and name[0].endswith(_DELETED))):
            continue
        major, minor = (int(part, 16) for part in device.split(b":"))
        key = os.makedev(major, minor), int(number)
        if not key[1]:
            continue
        try:
            file = os.stat(f"/proc/{pid}/map_files/{place.decode()}")  # noqa: PTH116
        except OSError:
            if not found.knows(key) and (key[0] in _memory_devices() or not _is_there(name, key)):
                start, end = (int(part, 16) for part in place.split(b"-"))
                found.note(key, int(offset, 16) + end - start)
        else:
            if file.st_nlink == 0 or file.st_dev in _memory_devices():
                found.note((file.st_dev, file.st_ino), file.st_blocks * _BLOCK)


def _is_there(name: list[bytes], key: _Key) -> bool:
    """Tell whether what is mapped can still be found by its name, so that others count it."""
    with suppress(OSError):
        file = os.stat(name[0] if name else b"")  # noqa: PTH116
        return (file.st_dev, file.st_ino) == key
    return False


def _lines(path: str) -> list[bytes]:
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read(_MOST_BYTES).splitlines()


def shared_bytes(process: Process) -> int:
    """Return how much shared memory a process is seen to hold, which is part of its size."""
    with suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{process.thread}/status").read_bytes()
        return int(text.split(b"\nRssShmem:")[1].split()[0]) * 1024
    return 0

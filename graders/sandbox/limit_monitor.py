"""Enforce the memory limit and the limit for files; the supervisor looks every few milliseconds.

Some of what processes hold is shown by no folder and no size of theirs. A file that was deleted
takes room for as long as somebody has it open or mapped; pages of shared memory stay when a process
drops them from its view, and files in memory need never be in one. Where no control group counts
the memory, this does; deleted files on a disk nobody else counts.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.cgroup import ControlGroup
from graders.sandbox.interface import Breach
from graders.sandbox.process_tree import Process, Tree, proportional
from graders.sandbox.scratch import Scratch

_SEARCH_EVERY_S = 0.05


_SEARCH_SHARE = 10
"""A search takes no more than one part in so many, whatever there is to be looked through."""


class LimitMonitor:
    """Measure the processes of one sandbox against its limits."""

    def __init__(
        self,
        tree: Tree,
        limits: Limits,
        scratch: Scratch | None,
        own: int,
        *,
        group: ControlGroup | None = None,
        user: int | None = None,
    ) -> None:
        """Watch `tree`, and the folder `scratch` where the kernel does not limit it.

        `own` of the processes are ours, not the submission's. All are in `group` where there is
        one, which counts what no process can be seen to hold. They belong to `user` where that
        is not None, a user that nothing else belongs to.
        """
        self._tree, self._limits, self._scratch, self._own = tree, limits, scratch, own
        self._group, self._user = group, user
        self._next_search = time.monotonic() + _SEARCH_EVERY_S
        self._count: int | None = None

    def look(self) -> Breach | None:
        """Take a look; return the first limit that is broken.

        While processes grow in number no map of their memory is read: to fork, a process locks its
        own, and on a crowded core it may hold that lock for seconds, in which a fork bomb that
        nobody counts grows on. They cannot grow for more looks than so many are allowed.
        """
        now = time.monotonic()
        processes = self._tree.refresh()
        count = sum(process.threads for process in processes)
        grow = self._count is not None and count > self._count
        self._count = count
        breach = (
            self._too_many(count)
            or self._too_much_memory(processes, maps=not grow)
            or self._too_much_in_the_group(processes)
            or self.out_of_memory()
        )
        if breach is None and now >= self._next_search and not grow:
            breach = self._too_much_hidden(processes)
            took_s = time.monotonic() - now
            self._next_search = now + max(_SEARCH_EVERY_S, took_s * _SEARCH_SHARE)
        return breach

    def _too_many(self, count: int) -> Breach | None:
        if count <= self._limits.processes + self._own:
            return None
        return Breach(Ending(Cause.PROCESSES, limit=self._limits.processes))

    def _too_much_memory(self, processes: list[Process], *, maps: bool) -> Breach | None:
        limit = self._limits.memory_bytes
        held = sum(process.resident for process in processes)
        if held > limit and len(processes) > 1:
            if not maps:
                return None
            held = sum(proportional(p.thread) or p.resident for p in processes)
        if held <= limit:
            return None
        asked = max(held, *(process.virtual for process in processes))
        return Breach(Ending(Cause.MEMORY_HELD, limit=limit, held=held, asked=asked))

    def _too_much_in_the_group(self, processes: list[Process]) -> Breach | None:
        limit, group = self._limits.memory_bytes, self._group
        if group is None or (group.charged_bytes() or 0) <= limit:
            return None
        held = group.held_bytes(self._limits.scratch_bytes) or 0
        if held <= limit:
            return None
        asked = max([held, *(process.virtual for process in processes)])
        return Breach(Ending(Cause.MEMORY_HELD, limit=limit, held=held, asked=asked))

    def out_of_memory(self) -> Breach | None:
        """Tell whether the kernel has ended something because of the group's own limit."""
        group = self._group
        if group is None or not group.was_out_of_memory():
            return None
        limit, held = self._limits.memory_bytes, group.most_bytes() or 0
        return Breach(Ending(Cause.MEMORY_HELD, limit=limit, held=held, asked=held))

    def _too_much_hidden(self, processes: list[Process]) -> Breach | None:
        """Look for what takes longer to find: files, and what no size of a process shows."""
        counts = self._group is not None and self._group.charged_bytes() is not None
        if counts and self._scratch is None:
            return None  # all that there is, is memory, and the kernel counts it
        found = held_by(processes)
        if not counts:
            if self._user is not None:
                named_by(self._user, found)
            breach = self._too_much_shared(processes, sum(found.memory.values()))
            if breach is not None:
                return breach
        if self._scratch is None:
            return None
        if self._scratch.size() + sum(found.files.values()) <= self._limits.scratch_bytes:
            return None
        return Breach(Ending(Cause.FILES, limit=self._limits.scratch_bytes))

    def _too_much_shared(self, processes: list[Process], shared: int) -> Breach | None:
        limit = self._limits.memory_bytes
        if shared + sum(process.resident for process in processes) <= limit:
            return None
        held = shared
        for process in processes:
            held += max(0, process.resident - shared_bytes(process))
        if held <= limit:
            return None
        asked = max([held, *(process.virtual for process in processes)])
        return Breach(Ending(Cause.MEMORY_HELD, limit=limit, held=held, asked=asked))


_BLOCK = 512


_MOST_BYTES = 1 << 22


_DELETED = b" (deleted)"


_Key = tuple[int, int]


class Unseen:
    """The bytes of each deleted file, and of each file in memory, by device and number."""

    def __init__(self) -> None:
        self.files: dict[_Key, int] = {}
        self.memory: dict[_Key, int] = {}

    def note(self, key: _Key, size: int) -> None:
        """Note the size of what was found, once for whoever holds it."""
        kept = self.memory if key[0] in _memory_devices() else self.files
        kept[key] = max(size, kept.get(key, 0))

    def knows(self, key: _Key) -> bool:
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

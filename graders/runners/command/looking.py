"""See whether a program is at work or waits, as far as the system tells of a process."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Iterator

_AT_WORK = (b"R", b"D")
_MOST_PROCESSES = 64


def is_asleep(pid: int) -> bool:
    """Tell whether the first thread of a process waits; where that cannot be seen, it does."""
    return _state(f"/proc/{pid}/stat") not in _AT_WORK


def is_busy(pid: int) -> bool:
    """Tell whether any thread of a process, or of what it started, runs or could run."""
    found = [pid]
    for process in found:
        for task in _tasks(process):
            if _state(f"{task}/stat") in _AT_WORK:
                return True
            found.extend(_children(task))
        if len(found) > _MOST_PROCESSES:
            return True
    return False


def _state(path: str) -> bytes:
    """Return the letter for the state of a process or a thread, nothing where it is gone."""
    return _read(path).rpartition(b")")[2].strip()[:1]


def _tasks(pid: int) -> Iterator[str]:
    folder = f"/proc/{pid}/task"
    try:
        names = os.listdir(folder)  # noqa: PTH208  # pathlib takes long to import
    except OSError:
        return
    for name in names:
        yield f"{folder}/{name}"


def _children(task: str) -> list[int]:
    return [int(word) for word in _read(f"{task}/children").split()]


def _read(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(descriptor, 1 << 12)
    except OSError:  # it has ended meanwhile
        return b""
    finally:
        os.close(descriptor)

"""Read from the file of a program what it needs to be started: an interpreter, or a loader."""

from __future__ import annotations

import shlex
import struct
from pathlib import Path

_MOST_READ = 1 << 16
_PT_INTERP = 3
_64_BITS = 2
_LITTLE = 1


def is_a_program(path: Path) -> bool:
    """Tell whether a file is there to be executed, and is no source text in Python."""
    if not path.is_file() or not path.stat().st_mode & 0o111:
        return False
    words = interpreter_of(path)
    if words:
        return not any("python" in word for word in words)
    return _head(path).startswith(b"\x7fELF")


def interpreter_of(path: Path) -> tuple[str, ...]:
    """Return the words in the first line of a script, empty for anything else."""
    head = _head(path)
    if not head.startswith(b"#!"):
        return ()
    line = head[2:].partition(b"\n")[0].decode("utf-8", "replace").strip()
    try:
        return tuple(shlex.split(line))
    except ValueError:
        return tuple(line.split())


def loader_of(path: Path) -> str:
    """Return the loader that an ELF program names, empty for one that needs none."""
    head = _head(path)
    if not head.startswith(b"\x7fELF") or len(head) < 64:
        return ""
    order = "<" if head[5] == _LITTLE else ">"
    wide = head[4] == _64_BITS
    try:
        if wide:
            (start,) = struct.unpack_from(f"{order}Q", head, 32)
            size, count = struct.unpack_from(f"{order}HH", head, 54)
        else:
            (start,) = struct.unpack_from(f"{order}I", head, 28)
            size, count = struct.unpack_from(f"{order}HH", head, 42)
        for number in range(count):
            at = start + number * size
            if struct.unpack_from(f"{order}I", head, at)[0] == _PT_INTERP:
                offset, length = _file_part(head, at, order, wide=wide)
                return head[offset : offset + length].rstrip(b"\0").decode("utf-8", "replace")
    except struct.error:  # a header that promises more than there is
        return ""
    return ""


def _file_part(head: bytes, at: int, order: str, *, wide: bool) -> tuple[int, int]:
    """Return offset and length in the file of the part that a program header at `at` tells of."""
    if wide:
        (offset,) = struct.unpack_from(f"{order}Q", head, at + 8)
        (length,) = struct.unpack_from(f"{order}Q", head, at + 32)
    else:
        (offset,) = struct.unpack_from(f"{order}I", head, at + 4)
        (length,) = struct.unpack_from(f"{order}I", head, at + 16)
    return offset, length


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_READ)
    except OSError:
        return b""

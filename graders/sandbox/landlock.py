"""Wall a process in by Landlock, which needs no rights: the walls that plain limits have.

Inside the wall a process signals, traces and calls by abstract names only what is inside as well,
reaches nobody over TCP, and reads and writes files below a few places alone. How much of that the
kernel can do depends on its age; what it cannot is left open. The wall forbids mounting, so there
is none around bubblewrap, which has walls of its own.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from typing import NamedTuple

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_TELL_VERSION = 1
_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_WRITE_FILE = 1 << 1
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_REMOVE_FOLDER, _REMOVE_FILE = 1 << 4, 1 << 5
_MAKE = 0b1111111 << 6
"""Character devices, folders, files, sockets, pipes, block devices and links."""
_ACROSS_FOLDERS = 1 << 13
_TRUNCATE = 1 << 14
_WRITING = _WRITE_FILE | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE | _ACROSS_FOLDERS | _TRUNCATE
_READING = _READ_FILE | _READ_FOLDER
_OF_FOLDERS = _READ_FOLDER | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE | _ACROSS_FOLDERS
_TCP = 0b11
_ABSTRACT_NAMES_AND_SIGNALS = 0b11

_FILES_SINCE, _TCP_SINCE, _SCOPES_SINCE = 3, 4, 6


class Walls(NamedTuple):
    """What a kernel's Landlock can close."""

    files: bool
    tcp: bool
    signals: bool

    def __bool__(self) -> bool:
        return self.files or self.tcp or self.signals


def walls_of(version: int) -> Walls:
    """Return what a version of Landlock can close; it can be below 1 where there is none.

    >>> walls_of(4)
    Walls(files=True, tcp=True, signals=False)
    >>> bool(walls_of(2))
    False
    """
    return Walls(version >= _FILES_SINCE, version >= _TCP_SINCE, version >= _SCOPES_SINCE)


def version_here() -> int:
    """Return the kernel's version of Landlock, 0 where it has none."""
    version: int = _libc().syscall(_CREATE_RULESET, None, 0, _TELL_VERSION)
    return max(version, 0)


def confine(may_write: Iterable[str], may_read: Iterable[str]) -> Walls:
    """Put this process, and all that it starts, behind the walls for good; return which.

    Files may be written, made and removed below the paths of `may_write` alone, and read below
    those and the paths of `may_read`, so far as these exist. Nothing that this process executes
    gains rights any more. Raises `OSError` where the kernel promised a wall and does not make it.
    """
    walls = walls_of(version_here())
    if not walls:
        return walls
    ruleset = _ruleset(walls)
    try:
        if walls.files:
            for path in may_write:
                _allow(ruleset, path, _READING | _WRITING)
            for path in may_read:
                _allow(ruleset, path, _READING)
        libc = _libc()
        _checked(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _checked(libc.syscall(_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)
    return walls


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def _ruleset(walls: Walls) -> int:
    handled = _Ruleset(
        _READING | _WRITING if walls.files else 0,
        _TCP if walls.tcp else 0,
        _ABSTRACT_NAMES_AND_SIGNALS if walls.signals else 0,
    )
    # An older kernel takes a longer structure as long as what it does not know is zero.
    size = ctypes.sizeof(handled)
    return _checked(_libc().syscall(_CREATE_RULESET, ctypes.byref(handled), size, 0))


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # it is not there, or out of reach anyway
        return
    try:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        rule = _Beneath(rights if is_folder else rights & ~_OF_FOLDERS, descriptor)
        _checked(_libc().syscall(_ADD_RULE, ruleset, _BENEATH, ctypes.byref(rule), 0))
    finally:
        os.close(descriptor)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"Landlock: {os.strerror(number)}")
    return result

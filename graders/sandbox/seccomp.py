"""Refuse a submission the system calls that no solution needs: one policy for every level.

The policy is made into a seccomp program once, in the grader, by libseccomp. Bubblewrap loads it
last of all; under plain limits the process that becomes the command installs it. From then on the
calls below fail as they do where the kernel does not have them or the user may not make them, so
that a library that could use one does without.

What the confinement has yet to do (to change its user and its rights, to set its limits) stays
allowed. Cores and priorities do not: they are set before.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

_REFUSED = (
    # Keys: secrets of the user, and notes that outlive a process.
    *("add_key", "request_key", "keyctl"),
    # Calls that are made past this filter, and pages that are filled by whoever likes to.
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd"),
    # Other processes: their memory, their descriptors, their registers.
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp"),
    *("pidfd_getfd", "process_mrelease"),
    # The kernel's own instruments.
    *("perf_event_open", "bpf", "fanotify_init", "lookup_dcookie", "syslog"),
    # What others have read lately.
    *("mincore", "cachestat"),
    *("personality", "modify_ldt", "iopl", "ioperm"),
    # Mounts and namespaces.
    *("mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "fsopen", "fsmount"),
    *("fsconfig", "fspick", "open_tree", "mount_setattr", "unshare", "setns"),
    *("open_by_handle_at", "name_to_handle_at"),
    # Cores and priorities other than those that were given, lower ones too: a program that makes
    # others go first would look as if the machine had kept it waiting.
    *("sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"),
    "setpriority",
    *("migrate_pages", "move_pages"),
    # Memory that nobody's size shows, and messages that outlive processes.
    *("memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "shmdt"),
    *("semget", "semop", "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl"),
    *("mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr"),
)
"""The calls that are refused whatever they ask for."""

_YOUNGER = (447, 451, 457, 458, 467)
"""memfd_secret, cachestat, statmount, listmount and open_tree_attr, by their numbers.

Their names are younger than many a libseccomp; calls of that age have one number everywhere.
"""
_UNKNOWN = range(470, 512)
"""Calls that this policy has not heard of."""

_NEW_NAMESPACES = (1 << 17, 1 << 25, 1 << 26, 1 << 27, 1 << 28, 1 << 29, 1 << 30)
_SOCKETS = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
_FAST_OPEN = 0x20000000
_ONLY_WHAT_IS_THERE = 8
_IOPRIO_PROCESS = 1
_NO_SUCH_CALL = -1

_PR_SET_DUMPABLE = 4
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_MODE_FILTER = 2
_INSTRUCTION_BYTES = 8


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


class SeccompFilter(NamedTuple):
    """The seccomp program, and why there is none where it is empty."""

    program: bytes
    trouble: str = ""


@functools.cache
def seccomp_filter() -> SeccompFilter:
    """Return the filter for this machine, which is made once."""
    try:
        return SeccompFilter(_built())
    except ImportError as error:
        return SeccompFilter(b"", f"pyseccomp is not installed: {error}")
    except RuntimeError:
        return SeccompFilter(b"", "libseccomp is not installed (Debian, Ubuntu: libseccomp2)")
    except OSError as error:
        return SeccompFilter(b"", f"libseccomp cannot make the filter: {error.strerror}")


def _built() -> bytes:
    # Only here: a supervisor, which has no third-party libraries, needs `install` alone.
    with _libraries_found_by_their_usual_names():
        import pyseccomp as seccomp  # noqa: PLC0415

    made = seccomp.SyscallFilter(seccomp.ALLOW)
    refuse = seccomp.ERRNO(errno.EPERM)
    made.set_attr(seccomp.Attr.ACT_BADARCH, refuse)
    made.set_attr(seccomp.Attr.CTL_NNP, 0)
    for name in _REFUSED:
        if _is_known(seccomp, name):
            made.add_rule(refuse, name)
    for number in _YOUNGER:
        made.add_rule(refuse, number)
    for number in _UNKNOWN:
        made.add_rule(seccomp.ERRNO(errno.ENOSYS), number)
    if _is_known(seccomp, "clone3"):
        # Its flags lie in memory, where no filter sees them; every libc then calls clone.
        made.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    for name, comparisons in _refused_with(seccomp):
        made.add_rule(refuse, name, *comparisons)
    without_waiting = seccomp.Arg(5, seccomp.MASKED_EQ, _ONLY_WHAT_IS_THERE, _ONLY_WHAT_IS_THERE)
    made.add_rule(seccomp.ERRNO(errno.EOPNOTSUPP), "preadv2", without_waiting)
    with os.fdopen(os.memfd_create("filter"), "w+b") as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


_USUAL_NAMES = {"c": "libc.so.6", "seccomp": "libseccomp.so.2"}


@contextmanager
def _libraries_found_by_their_usual_names() -> Iterator[None]:
    """Spare pyseccomp two runs of `ldconfig`, which the first case would wait for."""
    import ctypes.util  # noqa: PLC0415  # it loads a lot, and no supervisor needs it

    look_up = ctypes.util.find_library

    def find(name: str) -> str | None:
        with suppress(KeyError, OSError):
            ctypes.CDLL(_USUAL_NAMES[name])
            return _USUAL_NAMES[name]
        return look_up(name)

    ctypes.util.find_library = find
    try:
        yield
    finally:
        ctypes.util.find_library = look_up


def _is_known(seccomp: Any, name: str) -> bool:
    return bool(seccomp.resolve_syscall(seccomp.Arch.NATIVE, name) != _NO_SUCH_CALL)


def _refused_with(seccomp: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Name the calls that are refused with some arguments only, each with what is compared.

    A rule holds where all of its comparisons do. They see 64 bits also where the kernel takes
    32, so they name what is allowed by what is above and below it.
    """
    yield from (("clone", arguments) for arguments in _namespaces(seccomp))
    yield from (("socket", arguments) for arguments in _sockets(seccomp))
    # The priorities and limits of others.
    yield "ioprio_set", (seccomp.Arg(0, seccomp.NE, _IOPRIO_PROCESS),)
    yield "ioprio_set", (seccomp.Arg(1, seccomp.NE, 0),)
    yield "prlimit64", (seccomp.Arg(0, seccomp.NE, 0), seccomp.Arg(2, seccomp.NE, 0))
    # What a process holds open or mapped is counted, so none may forbid to look at it.
    yield "prctl", (seccomp.Arg(0, seccomp.EQ, _PR_SET_DUMPABLE), seccomp.Arg(1, seccomp.NE, 1))
    # A connection that is made without a call of connect.
    for name, place in (("sendto", 3), ("sendmsg", 2), ("sendmmsg", 3)):
        yield name, (seccomp.Arg(place, seccomp.MASKED_EQ, _FAST_OPEN, _FAST_OPEN),)


def _namespaces(seccomp: Any) -> Iterator[tuple[Any, ...]]:
    place = 1 if os.uname().machine.startswith("s390") else 0
    for flag in _NEW_NAMESPACES:
        yield (seccomp.Arg(place, seccomp.MASKED_EQ, flag, flag),)


def _sockets(seccomp: Any) -> Iterator[tuple[Any, ...]]:
    """Leave sockets of this machine's own, and TCP, which other walls close."""
    for family in range(max(_SOCKETS)):
        if family not in _SOCKETS:
            yield (seccomp.Arg(0, seccomp.EQ, family),)
    yield (seccomp.Arg(0, seccomp.GT, max(_SOCKETS)),)
    for internet in (socket.AF_INET, socket.AF_INET6):
        family = seccomp.Arg(0, seccomp.EQ, internet)
        for bit in (1, 2, 4, 8):
            unlike_stream = bit ^ (socket.SOCK_STREAM & bit)
            yield family, seccomp.Arg(1, seccomp.MASKED_EQ, bit, unlike_stream)
        for protocol in range(socket.IPPROTO_TCP):
            if protocol:
                yield family, seccomp.Arg(2, seccomp.EQ, protocol)
        yield family, seccomp.Arg(2, seccomp.GT, socket.IPPROTO_TCP)


def install(program: bytes) -> None:
    """Load a seccomp program into this process for good; raise `OSError` where there is none.

    From here on nothing that it executes gains rights.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    loaded = _Program(len(program) // _INSTRUCTION_BYTES, program)
    for words in (
        (_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(loaded), 0, 0),
    ):
        if libc.prctl(*words) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

"""Make each kind of call that the system-call filter refuses, with arguments that do no harm."""

from __future__ import annotations

import ctypes
import errno
import os
import socket

# The kernel's numbers of the calls, on x86-64 and on every other machine.
_NUMBERS = {
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "userfaultfd": (323, 282),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "kcmp": (312, 272),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "mount": (165, 40),
    "unshare": (272, 97),
    "setns": (308, 268),
    "clone": (56, 220),
    "personality": (135, 92),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "prlimit64": (302, 261),
    "io_uring_setup": (425, 425),
    "pidfd_getfd": (438, 438),
    "fsopen": (430, 430),
    "clone3": (435, 435),
}

_SESSION_KEYRING = -3
_NEW_USERS, _SHARED_FOLDERS = 0x10000000, 0x200
_QUERY = 0xFFFFFFFF
_NOTHING = 0

_CALLS = {
    "keys": (("keyctl", 0, _SESSION_KEYRING, 0), ("add_key", None, None, None, 0, 0)),
    "io_uring": (("io_uring_setup", 0, None),),
    "page faults": (("userfaultfd", _QUERY),),
    "tracing": (("ptrace", 1, 0, None, None), ("kcmp", 0, 0, _QUERY, 0, 0)),
    "memory of others": (("process_vm_readv", 0, None, 0, None, 0, _QUERY),),
    "descriptors of others": (("pidfd_getfd", -1, -1, _QUERY),),
    "performance counters": (("perf_event_open", None, 0, -1, -1, 0),),
    "kernel programs": (("bpf", _QUERY, None, 0),),
    "mounts": (("mount", None, None, None, 0, None), ("fsopen", None, _QUERY)),
    "namespaces": (
        ("unshare", _NOTHING),
        ("setns", -1, 0),
        # The two exclude each other, so that nothing is started where the call is allowed.
        ("clone", _NEW_USERS | _SHARED_FOLDERS, None, None, None, None),
        ("clone3", None, 0),
    ),
    "personality": (("personality", _QUERY),),
    "cores": (("sched_setaffinity", 0, 0, None), ("sched_setscheduler", 0, -1, None)),
    "limits of others": (("prlimit64", -1, 0, b"", None),),
    "nameless files": (("memfd_create", None, 0),),
    "System V": (("shmget", 0, 0, 0), ("msgget", 1, 0), ("semget", 1, 0, 0)),
    "message queues": (("mq_open", None, 0, 0, None),),
}
_SOCKETS = (
    (socket.AF_PACKET, socket.SOCK_RAW, 0),
    (socket.AF_ALG, socket.SOCK_SEQPACKET, 0),
    (socket.AF_VSOCK, socket.SOCK_STREAM, 0),
    (socket.AF_INET, socket.SOCK_DGRAM, 0),
    (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
)


def kinds() -> list[str]:
    return [*_CALLS, "sockets"]


def allowed() -> list[str]:
    """Return the kinds of which the system did not refuse every call that was made."""
    libc = ctypes.CDLL(None, use_errno=True)
    found = [kind for kind, calls in _CALLS.items() if not all(_refused(libc, c) for c in calls)]
    return [*found, "sockets"] if any(map(_opened, _SOCKETS)) else found


def _refused(libc: ctypes.CDLL, call: tuple[object, ...]) -> bool:
    name, *words = call
    ctypes.set_errno(0)
    libc.syscall(_NUMBERS[str(name)][os.uname().machine != "x86_64"], *words)
    return ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)


def _opened(wanted: tuple[int, int, int]) -> bool:
    try:
        socket.socket(*wanted).close()
    except OSError:
        return False
    return True

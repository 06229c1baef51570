"""Name what a submission shares with others, and try to make or reach more of it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

_NEW_USER_NAMESPACE = 0x10000000
_GET_NUMBER, _SESSION_KEYRING = 0, -3
_KEYCTL = {"x86_64": 250}
_KEYCTL_ELSEWHERE = 219


def pid_namespace() -> str:
    """Return the kernel's name for the pid namespace of this process."""
    return str(Path("/proc/self/ns/pid").readlink())


def user_namespace() -> str:
    """Return `made`, or the system's reason why a child could make no user namespace."""
    # Not at the top: some sandboxes have no library for it, and the other probes need none.
    import ctypes  # noqa: PLC0415

    child = os.fork()
    if child == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        failed = libc.unshare(_NEW_USER_NAMESPACE) != 0
        os._exit(ctypes.get_errno() if failed else 0)
    _, status = os.waitpid(child, 0)
    reason = os.waitstatus_to_exitcode(status)
    return "made" if reason == 0 else os.strerror(reason)


def keyring() -> int | str:
    """Return the number of the session keyring, or the system's reason not to tell it."""
    import ctypes  # noqa: PLC0415

    libc = ctypes.CDLL(None, use_errno=True)
    call = _KEYCTL.get(os.uname().machine, _KEYCTL_ELSEWHERE)
    number: int = libc.syscall(call, _GET_NUMBER, _SESSION_KEYRING, 0)
    return number if number >= 0 else os.strerror(ctypes.get_errno())


def abstract_name(name: str) -> str:
    """Return `reached`, or the system's reason why nobody is met by an abstract name."""
    try:
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect("\0" + name)
    except OSError as error:
        return error.strerror or type(error).__name__
    return "reached"


def signal_to(number: int) -> str:
    """Return `sent`, or the system's reason why no signal may go to a process."""
    try:
        os.kill(number, 0)
    except OSError as error:
        return error.strerror or type(error).__name__
    return "sent"


def control_groups() -> list[str]:
    """Return the control groups of this process, a line a hierarchy."""
    return Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()

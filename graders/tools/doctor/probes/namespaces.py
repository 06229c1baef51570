"""Name the namespaces that a submission lives in, and try to make a new one."""

from __future__ import annotations

import os
from pathlib import Path

_NEW_USER_NAMESPACE = 0x10000000


def pid_namespace() -> str:
    """Return the kernel's name for the pid namespace of this process."""
    return str(Path("/proc/self/ns/pid").readlink())


def user_namespace() -> str:
    """Return `made`, or the system's reason why a child could make no user namespace."""
    # Not at the top: some sandboxes have no library for it, and the other probe needs none.
    import ctypes  # noqa: PLC0415

    child = os.fork()
    if child == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        failed = libc.unshare(_NEW_USER_NAMESPACE) != 0
        os._exit(ctypes.get_errno() if failed else 0)
    _, status = os.waitpid(child, 0)
    reason = os.waitstatus_to_exitcode(status)
    return "made" if reason == 0 else os.strerror(reason)

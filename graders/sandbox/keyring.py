"""Give a process a session keyring of its own.

The keyring of a login session is inherited by every process below it, with the user's secrets in
it, and what one process adds the next can read. A fresh one has nothing in it, belongs to one
start alone, and goes away with it.
"""

from __future__ import annotations

import ctypes
import os

_NUMBERS = {"x86_64": 250, "i686": 288, "ppc64le": 271, "s390x": 280, "armv7l": 311}
_NUMBER_ELSEWHERE = 219
"""The number of `keyctl`; the machines since 64-bit ARM share one table."""
_JOIN_SESSION_KEYRING = 1


def join_fresh() -> bool:
    """Join a new session keyring without a name; tell whether the kernel has any."""
    number = _NUMBERS.get(os.uname().machine, _NUMBER_ELSEWHERE)
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.syscall(number, _JOIN_SESSION_KEYRING, None, 0, 0, 0) != -1)

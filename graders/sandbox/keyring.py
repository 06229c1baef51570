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
_TELL_NUMBER, _JOIN_SESSION_KEYRING = 0, 1
_OF_THE_SESSION = -3


def join_fresh() -> bool:
    """Join a new session keyring without a name; tell whether the kernel has any."""
    return _keyctl(_JOIN_SESSION_KEYRING, None, 0) is not None


def own_number() -> int | None:
    """Return the number of the session keyring of this process; None where it has none."""
    return _keyctl(_TELL_NUMBER, _OF_THE_SESSION, 0)


def _keyctl(*words: int | None) -> int | None:
    number = _NUMBERS.get(os.uname().machine, _NUMBER_ELSEWHERE)
    told: int = ctypes.CDLL(None, use_errno=True).syscall(number, *words, 0, 0)
    return None if told < 0 else told

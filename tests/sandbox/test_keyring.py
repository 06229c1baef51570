"""A process that joins a fresh keyring sees nothing of the one that it had."""

from __future__ import annotations

from tests.sandbox.walled import said_behind

NOTE = """
import ctypes, os
from graders.sandbox.keyring import _NUMBERS, _NUMBER_ELSEWHERE, join_fresh
libc = ctypes.CDLL(None, use_errno=True)
keyctl = _NUMBERS.get(os.uname().machine, _NUMBER_ELSEWHERE)
def number():
    return libc.syscall(keyctl, 0, -3, 0, 0, 0)
"""


def test_a_fresh_keyring_is_another_each_time_or_the_kernel_has_none() -> None:
    lines = "said = [(join_fresh(), number()) for _ in range(3)]"
    rings = said_behind(NOTE, lines)
    assert isinstance(rings, list)
    joined = [number for fresh, number in rings if fresh]
    assert len(set(joined)) == len(joined)
    assert len(joined) in (0, 3)

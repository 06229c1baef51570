"""The limits of one process of a submission, beside its cap, and of all of them together."""

from __future__ import annotations

from typing import NamedTuple

KIB = 1024
MIB = 1024 * KIB
LONGEST_CAP_S = 60.0
"""Seconds that a call may be given at most."""


class Limits(NamedTuple):
    """Every limit, sizes in bytes and times in seconds.

    `kept_output_bytes` of stdout and of stderr are kept, each; a program that writes
    `flood_bytes` in all is stopped. `processes` counts processes and threads together.

    A session has `session_s` for all of its steps, unless it says otherwise, and `session_bytes`
    for their replies. What begins with `total` is the budget of a submission: the seconds of
    loading and of calls that count, the bytes of replies, the calls in sessions, and how often a
    process is started for it.
    """

    memory_bytes: int = 512 * MIB
    kept_output_bytes: int = 8 * KIB
    flood_bytes: int = 16 * MIB
    reply_bytes: int = 4 * MIB
    processes: int = 64
    scratch_bytes: int = 64 * MIB
    open_files: int = 256
    import_s: float = 5.0
    total_s: float = 600.0
    session_s: float = 10.0
    session_bytes: int = 4 * MIB
    total_bytes: int = 256 * MIB
    total_steps: int = 1_000_000
    total_starts: int = 10_000


def in_units(size: int) -> str:
    """Write a size in bytes as a person would.

    >>> in_units(512 * MIB), in_units(64 * KIB), in_units(100)
    ('512 MiB', '64 KiB', '100 bytes')
    """
    for unit, name in ((1024 * MIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if size >= unit:
            return f"{size / unit:.4g} {name}"
    return f"{size} bytes"

"""Hold the limits that one process of a submission runs under, beside its cap."""

from __future__ import annotations

from typing import NamedTuple

KIB = 1024
MIB = 1024 * KIB


class Limits(NamedTuple):
    """Hold every limit, sizes in bytes and times in seconds.

    `kept_output_bytes` of stdout and of stderr are kept, each; a program that writes
    `flood_bytes` in all is stopped. `processes` counts processes and threads together.
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


def in_units(size: int) -> str:
    """Write a size in bytes as a person would.

    >>> in_units(512 * MIB), in_units(64 * KIB), in_units(100)
    ('512 MiB', '64 KiB', '100 bytes')
    """
    for unit, name in ((1024 * MIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if size >= unit:
            return f"{size / unit:.4g} {name}"
    return f"{size} bytes"

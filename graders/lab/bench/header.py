"""Name what a benchmark ran on, so that its times can be read."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from graders.grading.provenance import pairs_per_second


def machine() -> tuple[tuple[str, str], ...]:
    """Return processor, Python, load and the measured speed of the board, name and value."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        ("processor", f"{processor_name()}, {cores} cores usable"),
        ("python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("load", in_words(os.getloadavg()[0])),
        ("board", f"{pairs_per_second():,.0f} drop/undo pairs a second"),
    )


def in_words(load: float) -> str:
    """Write the one-minute load average at the start, and what it means for the times.

    >>> in_words(0.2), in_words(3.0)
    ('0.20 when it began', '3.00 when it began: the machine was not idle')
    """
    return f"{load:.2f} when it began" + (": the machine was not idle" if load > 0.5 else "")


def processor_name(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """Return the processor's name as the system gives it, or its architecture."""
    try:
        lines = cpuinfo.read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "model name" and value.strip():
            return " ".join(value.split())
    return platform.processor() or platform.machine()

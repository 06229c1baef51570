"""Name what a benchmark ran on, so that its times can be read."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from graders.bench.measure import pairs_per_second


def machine() -> tuple[tuple[str, str], ...]:
    """Return processor, Python, load and the measured speed of the board, name and value."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        ("processor", f"{processor_name()}, {cores} cores usable"),
        ("python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("load", f"{os.getloadavg()[0]:.2f} when it began"),
        ("board", f"{pairs_per_second():,.0f} drop/undo pairs a second"),
    )


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

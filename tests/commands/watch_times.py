"""Measure `kata watch`: from a save to "running", and what it uses while nothing happens.

    .venv/bin/python -m tests.commands.watch_times

drives it in a terminal of its own; the machine has to be idle.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pexpect

from tests import knows, processes

SAVES = 50
IDLE_S = 20.0
LONGEST_S = 120.0


def cpu_s(root: int) -> float:
    """Return the CPU seconds that a process and all below it have used so far."""
    ticks = 0
    for pid in {root} | processes.descendants(root):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Seen:
    """Hold the milliseconds from a save to "running", and what is used while nothing happens."""

    median_ms: float
    ninety_fifth_ms: float
    most_ms: float
    idle_percent: float


def measure() -> Seen:
    """Measure both."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mine.py")
        file.write_text(knows.PHASE_2)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "graders", "watch", str(file)],
            env=os.environ | {"TERM": "xterm", "KATA_STATE": folder},
            dimensions=(50, 80),
            timeout=LONGEST_S,
        )
        child.expect_exact("keys: ")
        took_s = []
        for number in range(SAVES):
            child.expect(r"quit")
            time.sleep(0.3)
            beside = file.with_suffix(".new")
            beside.write_text(f"# save {number}\n" + knows.PHASE_2)
            begun = time.monotonic()
            beside.replace(file)
            child.expect_exact("running mine.py")
            took_s.append(time.monotonic() - begun)
            child.expect_exact("keys: ")
        time.sleep(1.0)
        before = cpu_s(child.pid)
        time.sleep(IDLE_S)
        used_s = cpu_s(child.pid) - before
        child.send("q")
        child.expect(pexpect.EOF)
    took_ms = sorted(1000 * each for each in took_s)
    median, most = statistics.median(took_ms), took_ms[-1]
    return Seen(median, took_ms[int(SAVES * 0.95) - 1], most, 100 * used_s / IDLE_S)


def main() -> None:
    """Measure both and print them."""
    seen = measure()
    print(  # noqa: T201
        f"save to running, {SAVES} saves: median {seen.median_ms:.0f} ms, "
        f"95th of 100 {seen.ninety_fifth_ms:.0f} ms, at most {seen.most_ms:.0f} ms\n"
        f"idle over {IDLE_S:.0f} s: {seen.idle_percent:.2f} % of a core"
    )


if __name__ == "__main__":
    main()

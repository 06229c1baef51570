"""Check what makes times unfair: few cores, other work, a throttled clock, a slow machine."""

from __future__ import annotations

import itertools
import os
import time
from pathlib import Path

import msgspec

from graders.lab.doctor.findings import TIMING, Check
from graders.sandbox.machine import usable_cores
from kata.board import COLS, Board

BUSY_PRESSURE = 25.0
"""Percent of the last ten seconds in which some process waited for a core: busy from here on."""
FULL_ATTENTION = 0.9
"""Share of the wall time that a program alone on a core gets at least."""
COARSEST_CLOCK_S = 0.001
PRESSURE = Path("/proc/pressure/cpu")
GOVERNORS = Path("/sys/devices/system/cpu")
_SPIN_S = 0.25
REFERENCE_NODES_PER_S = 330_000
"""Discs dropped, looked at for a win and taken back in a second, in plain Python on `Board`.

The rate of the machine on which the positions of phase 3 were chosen to separate the ladder.
"""
TOO_SLOW = 0.5
"""Below this share of the reference the intended solution has no margin left.

It answers within 0.7 s on the reference machine, so within 1.4 of 2.0 s at half the speed.
"""
TOO_FAST = 2.0
"""Above this multiple, searches that the caps are meant to catch may get through.

Plain iterative deepening needs more than twice the cap for the mate in nine.
"""
_POSITION = "0032334033"
_CAP_S = 2.0


class MachineFacts(msgspec.Struct, frozen=True):
    """What was read and measured of this machine; None where it does not tell."""

    cores: int
    load: float | None  # the one-minute average
    pressure: float | None  # percent of the last ten seconds in which some process waited
    cpu_share: float  # of a busy loop's wall time
    governors: frozenset[str]  # of the cores' frequencies; empty where there are none
    resolution_s: float  # the smallest step that the clock of the caps was seen to make


def measure_machine(pressure: Path = PRESSURE, governors: Path = GOVERNORS) -> MachineFacts:
    """Read and measure this machine; takes a quarter of a second."""
    return MachineFacts(
        cores=len(usable_cores()),
        load=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        pressure=read_pressure(pressure),
        cpu_share=cpu_share(_SPIN_S),
        governors=read_governors(governors),
        resolution_s=clock_resolution(),
    )


def timing_checks(facts: MachineFacts, nodes_per_s: float) -> tuple[Check, ...]:
    """Judge the facts."""
    return (
        _cores(facts.cores),
        _load(facts),
        _pressure(facts.pressure),
        _cpu_share(facts.cpu_share),
        _governor(facts.governors),
        _clock(facts.resolution_s),
        _speed(nodes_per_s),
    )


def read_pressure(path: Path) -> float | None:
    try:
        first = path.read_text(encoding="ascii").splitlines()[0]
        fields = dict(word.split("=") for word in first.split()[1:])
        return float(fields["avg10"])
    except (OSError, IndexError, KeyError, ValueError):
        return None


def read_governors(folder: Path) -> frozenset[str]:
    files = folder.glob("cpu[0-9]*/cpufreq/scaling_governor")
    return frozenset(file.read_text(encoding="ascii").strip() for file in files)


def cpu_share(seconds: float) -> float:
    """Spin for some seconds of wall time and return the share in which this had a core."""
    start, busy = time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        pass
    return min(1.0, (time.process_time() - busy) / (time.perf_counter() - start))


def clock_resolution(samples: int = 200) -> float:
    """Measure the smallest step of the clock, in seconds."""
    stamps = [time.monotonic() for _ in range(samples)]
    while stamps[-1] == stamps[0]:
        stamps.append(time.monotonic())
    steps = (later - sooner for sooner, later in itertools.pairwise(stamps))
    return min(step for step in steps if step > 0)


def _cores(cores: int) -> Check:
    why = f"{cores} usable"
    if cores < 2:
        why += "; the grader and what it times share it"
    return Check(TIMING, "two cores", cores >= 2, why, needed=False)


def _load(facts: MachineFacts) -> Check:
    name = "no more load than cores"
    if facts.load is None:
        return Check(TIMING, name, None, "this system keeps no load average")
    why = f"load {facts.load:.1f} on {facts.cores} {'core' if facts.cores == 1 else 'cores'}"
    return Check(TIMING, name, facts.load <= facts.cores, why, passing=True)


def _pressure(pressure: float | None) -> Check:
    name = "little waiting for cores"
    if pressure is None:
        return Check(TIMING, name, None, "the kernel keeps no pressure figures")
    why = f"something waited in {pressure:.0f} % of the last 10 s"
    return Check(TIMING, name, pressure < BUSY_PRESSURE, why, passing=True)


def _cpu_share(share: float) -> Check:
    why = f"a busy loop had a core for {share:.0%} of its time"
    return Check(TIMING, "a core when asked", share >= FULL_ATTENTION, why, passing=True)


def _governor(governors: frozenset[str]) -> Check:
    name = "steady frequency"
    if not governors:
        return Check(TIMING, name, None, "no frequency governor is shown here", needed=False)
    slow = "powersave" in governors
    why = f"governor {', '.join(sorted(governors))}" + ("; times may wander" if slow else "")
    return Check(TIMING, name, not slow, why, needed=False)


def _clock(resolution_s: float) -> Check:
    why = f"steps of {resolution_s * 1e6:.3g} µs"
    return Check(TIMING, "fine clock", resolution_s <= COARSEST_CLOCK_S, why)


def _speed(nodes_per_s: float) -> Check:
    ratio = against_reference(nodes_per_s)
    why = (
        f"{nodes_per_s:,.0f} discs dropped, looked at and undone a second; "
        f"{ratio:.2g}x the reference of {REFERENCE_NODES_PER_S:,}"
    )
    return Check(TIMING, "fast enough for the caps", ratio >= TOO_SLOW, why)


def nodes_per_second(nodes: int = 20_000, repeat: int = 5) -> float:
    """Return how many nodes a search visits here in a second, at the best of `repeat` tries.

    Seconds are of CPU time, so that other work on the machine does not make it look slow.
    """
    return nodes / min(_seconds_of(nodes) for _ in range(repeat))


def against_reference(nodes_per_s: float) -> float:
    """Return the speed as a multiple of the reference's."""
    return nodes_per_s / REFERENCE_NODES_PER_S


def meaning_for_caps(ratio: float) -> str:
    """Say what a speed means for the caps, and what to do where they do not fit.

    >>> print(meaning_for_caps(0.25))
    The cap of 2 s is worth 0.5 s of the reference machine: too slow. Right solutions may miss it; \
grade with --cap 8.
    """
    worth = f"The cap of {_CAP_S:g} s is worth {_CAP_S * ratio:.1f} s of the reference machine: "
    if ratio < TOO_SLOW:
        return (
            f"{worth}too slow. Right solutions may miss it; grade with --cap {_CAP_S / ratio:.2g}."
        )
    if ratio > TOO_FAST:
        return (
            f"{worth}very fast. Searches that it should catch may keep it; "
            f"grade with --cap {_CAP_S / ratio:.2g} for the same severity."
        )
    return f"{worth}the caps hold as they are."


def _seconds_of(nodes: int) -> float:
    board = Board.from_moves(_POSITION)
    drop, look, undo = board.drop_disc, board.check_winner, board.undo_move
    start = time.process_time()
    for node in range(nodes):
        drop(node % COLS)
        look()
        undo()
    return time.process_time() - start

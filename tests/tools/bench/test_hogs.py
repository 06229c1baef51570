"""The programs that keep the cores busy: there while they are wanted, and then gone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graders.channel.channel import Settings
from graders.sandbox.machine import usable_cores
from graders.sandbox.sandbox import Isolation
from graders.tools.bench.hogs import PER_CORE, hogs


def below_me() -> set[int]:
    """Return every living process that descends from this one."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_bytes()
            except OSError:
                continue
            state, parent = stat[stat.rindex(b")") + 2 :].split()[:2]
            if state != b"Z":
                parents[int(folder.name)] = int(parent)
    found: set[int] = set()
    grown = {os.getpid()}
    while grown:
        grown = {pid for pid, parent in parents.items() if parent in grown} - found
        found |= grown
    return found


def test_hogs_run_inside_the_context_and_nowhere_else():
    cores = usable_cores()[:1]
    before = below_me()
    with hogs(cores, Settings(Isolation.LIMITS)) as how:
        assert len(below_me() - before) >= PER_CORE
        assert how == "2 CPU hogs a core, 2 in all"
    assert below_me() <= before


def test_hogs_end_when_the_work_beside_them_fails():
    before = below_me()
    with pytest.raises(ZeroDivisionError), hogs(usable_cores()[:1], Settings(Isolation.LIMITS)):
        raise ZeroDivisionError
    assert below_me() <= before

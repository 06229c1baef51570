"""Graders that know nothing of each other never time on one core while another is free."""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graders.sandbox import leases
from graders.sandbox.machine import usable_cores

GRADERS = 2
TWICE = """
import json, sys
from graders import grade_file
from graders.sandbox import leases

leases.FOLDER = sys.argv[1]
for _ in range(3):
    card = grade_file(
        "mine.py", content=sys.argv[2].encode(), case="phase2/*#1", cap_s=60.0, explain=False
    )
    for result in card.results:
        print(result.stdout.splitlines()[-1], flush=True)
"""
TELLS = """
def find_best_move(board):
    import os, time
    start = time.clock_gettime(time.CLOCK_BOOTTIME)
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass
    print(sorted(os.sched_getaffinity(0)), start, time.clock_gettime(time.CLOCK_BOOTTIME), sep=";")
    return 2
"""
ENDLESS = """
def find_best_move(board):
    while True:
        pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let real cores be leased by locks of one's own, which no other test takes meanwhile."""
    for core in usable_cores():
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr(leases, "FOLDER", str(tmp_path / "cpu{}"))
    return leases.FOLDER


def grader(folder: str, source: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", TWICE, folder, source], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.thorough  # tests/sandbox/test_leases.py has each rule by itself
@pytest.mark.alone  # of tests side by side each has one core
@pytest.mark.thorough
@pytest.mark.skipif(len(usable_cores()) < GRADERS, reason="takes two cores")
def test_no_two_graders_time_on_one_core_at_once(folder: str) -> None:
    both = [grader(folder, TELLS) for _ in range(GRADERS)]
    told = [process.communicate()[0].splitlines() for process in both]
    spans = []
    for lines in told:
        assert len(lines) == 9
        for line in lines:
            cores, start, end = line.split(";")
            (core,) = json.loads(cores)
            spans.append((core, float(start), float(end)))
    for core in {core for core, _, _ in spans}:
        on_it = sorted((start, end) for where, start, end in spans if where == core)
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(on_it))


def test_a_grader_that_is_killed_gives_its_core_back_at_once(folder: str) -> None:
    process = grader(folder, ENDLESS)
    with process:
        while not (held := taken(folder)):
            assert process.poll() is None
        process.kill()
        process.wait()
        assert len(held) == 1
        assert not taken(folder)


def taken(folder: str) -> list[int]:
    """Return the cores that somebody has leased."""
    found = []
    for core in usable_cores():
        place = os.open(folder.format(core), os.O_RDONLY)
        try:
            fcntl.flock(place, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            found.append(core)
        finally:
            os.close(place)
    return found

"""Kill the coordinator at random moments: nothing is lost, and nothing is graded twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests import kills


def check(folder: Path, *, files: int, times: int, jobs: int = 2) -> None:
    seed = random.randrange(10**6)
    tally = kills.try_it(folder, files=files, kills=times, jobs=jobs, seed=seed)
    assert not tally.wrong, (seed, tally)
    assert tally.killed >= (times + 1) // 2


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("files", "times", "jobs"),
    [(6, 1, 1), (12, 2, 2)],
)
def test_a_batch_that_is_killed_again_and_again_comes_to_what_it_would_have(
    files: int, times: int, jobs: int, tmp_path: Path
) -> None:
    check(tmp_path, files=files, times=times, jobs=jobs)


@pytest.mark.slow
def test_so_does_one_of_three_hundred_files_killed_a_hundred_times(tmp_path: Path) -> None:
    check(tmp_path, files=300, times=100)

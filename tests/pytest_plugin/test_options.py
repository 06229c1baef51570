"""What pytest brings works with the cases as well: options, markers, workers, a second run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pytest_plugin import programs
from tests.pytest_plugin.conftest import Runs

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.thorough


def test_an_exception_tells_the_traceback_of_the_submission(runs: Runs) -> None:
    runs.file(programs.RAISES)
    result = runs.grade("-k", "edge")
    result.assert_outcomes(failed=1, deselected=2)
    result.stdout.fnmatch_lines(["runtime error: *", "*my_solution.py*", "*no idea*"])


def test_one_case_can_be_named_as_pytest_names_it(runs: Runs) -> None:
    runs.file(programs.THREE)
    named = runs.grade(file="my_solution.py::small/both")
    named.assert_outcomes(passed=1)


def test_cases_are_picked_by_keyword_and_by_marker(runs: Runs) -> None:
    runs.file(programs.RIGHT)
    runs.grade("-k", "small/ and not edge").assert_outcomes(passed=2, deselected=1)
    runs.grade("--strict-markers", "-m", "not kata").assert_outcomes(deselected=3)


def test_the_first_miss_can_end_the_run(runs: Runs) -> None:
    runs.file(programs.RAISES)
    runs.grade("-x").assert_outcomes(failed=1)


def test_what_failed_last_time_can_be_run_alone(runs: Runs) -> None:
    runs.file(programs.THREE)
    runs.grade().assert_outcomes(passed=2, failed=1)
    runs.grade("--lf").assert_outcomes(failed=1)
    runs.file(programs.RIGHT)
    runs.grade("--lf").assert_outcomes(passed=1)
    runs.grade("--lf").assert_outcomes(passed=3)


def test_workers_share_the_cases(runs: Runs) -> None:
    runs.file(programs.THREE)
    result = runs.grade("-n", "2")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "wrong answer: column 3 does not win*",
            "my_solution.py: 3 of 4 points in 3 cases; *",
            "FAILED my_solution.py::small/edge - Failed: wrong answer: column 3*",
        ]
    )


def test_stretch_suites_are_added_to_the_shipped_ones(runs: Runs) -> None:
    runs.file(programs.RIGHT)
    named = ("my_solution.py", "--kata", "best_move", "--collect-only", "-q")
    usual = runs.run(*named).outlines
    more = runs.run(*named, "--kata-stretch").outlines
    assert any("::phase4/" in line for line in more)
    assert not any("::phase4/" in line for line in usual)
    assert "my_solution.py::phase3/mate-in-9" in usual


def test_nothing_that_is_graded_by_pytest_counts_as_a_graded_run(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    runs.file(programs.RIGHT)
    runs.grade().assert_outcomes(passed=3)
    assert not (tmp_path / "state").exists()


def test_the_cap_is_that_of_the_command_line(runs: Runs) -> None:
    runs.file("import time\n\ndef find_best_move(board):\n    time.sleep(30)\n    return 3\n")
    result = runs.grade("--kata-cap", "0.2", "-k", "middle")
    result.stdout.fnmatch_lines(["time limit exceeded: *0.2 s*"])

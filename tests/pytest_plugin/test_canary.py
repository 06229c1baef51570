"""A submission is never imported into pytest, whatever it is called and wherever it lies."""

from __future__ import annotations

import pytest

from tests.pytest_plugin import programs
from tests.pytest_plugin.conftest import Runs
from tests.tiers import a_few, sampled

pytest_plugins = ["pytester"]

WATCH = """
import os, sys

def pytest_unconfigure():
    assert "CANARY" not in os.environ
    assert not [m for m in sys.modules.values() if getattr(m, "CANARY", None) == "sang"]
"""


def test_the_canary_would_end_pytest_if_it_were_imported(runs: Runs) -> None:
    runs.file(programs.CANARY)
    assert runs.run("my_solution.py").ret == 66


NAMES = (
    "my_solution.py",
    "test_mine.py",
    "kata.py",
    "graders.py",
    "yaml.py",
    "msgspec.py",
    "package/__init__.py",
    "package/inside.py",
)
FEW = NAMES[1::2]


@pytest.mark.parametrize("names", a_few([pytest.param(FEW), pytest.param(NAMES)], 1))
def test_whatever_it_is_called_it_is_only_run_in_a_sandbox(
    both: Runs, names: tuple[str, ...]
) -> None:
    both.file(WATCH, "conftest.py")
    for name in names:
        both.file(programs.CANARY, name)
    result = both.grade(*names[1:], "-k", "middle", file=names[0])
    result.assert_outcomes(passed=len(names), deselected=2 * len(names))


@pytest.mark.thorough
def test_a_package_that_imports_it_is_not_imported_either(runs: Runs) -> None:
    runs.file(programs.CANARY, "package/inside.py")
    runs.file("from package.inside import find_best_move\n", "package/__init__.py")
    result = runs.grade("-k", "middle", file="package/inside.py")
    result.assert_outcomes(passed=1, deselected=2)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "arguments",
    sampled(
        [
            ["--doctest-modules", "--import-mode=importlib"],
            ["--import-mode=append", "-n", "2"],
            ["--collect-only"],
        ],
        lambda arguments: "--doctest-modules" in arguments,
    ),
)
def test_however_pytest_is_run_nobody_else_collects_it(runs: Runs, arguments: list[str]) -> None:
    runs.file(WATCH, "conftest.py")
    runs.file(programs.CANARY)
    result = runs.grade(*arguments)
    assert result.ret == 0
    if "--collect-only" not in arguments:
        result.assert_outcomes(passed=3)


@pytest.mark.thorough
def test_one_that_is_found_in_a_folder_is_not_imported_either(runs: Runs) -> None:
    runs.file(programs.CANARY, "test_solver.py")
    runs.file(
        "[pytest]\nkata = best_move\nkata_files = test_s*.py\nkata_suites = small.yaml\n",
        "pytest.ini",
    )
    runs.run("--doctest-modules").assert_outcomes(passed=3)


def test_a_conftest_is_refused_before_pytest_reads_it(runs: Runs) -> None:
    runs.file(programs.CANARY, "conftest.py")
    result = runs.grade(file="conftest.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "pytest imports every conftest.py; save yours as another name" in result.stderr.str()

"""How the tests are run: in two halves, and side by side without getting in each other's way."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CONFTEST = Path(__file__).resolve().parent.parent / "conftest.py"
TESTS = """
import pytest

@pytest.mark.alone
def test_alone(): ...

@pytest.mark.alone
class TestAlone:
    def test_in_a_class(self): ...

def test_side_by_side(): ...
"""


@pytest.fixture(scope="module")
def conftest() -> ModuleType:
    spec = importlib.util.spec_from_file_location("conftest_of_the_project", CONFTEST)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def collected(folder: Path, *arguments: str) -> tuple[int, set[str]]:
    """Return pytest's exit code and the names of the tests that it would run."""
    shutil.copy(CONFTEST, folder)
    (folder / "test_some.py").write_text(TESTS)
    words = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    words += ["-W", "ignore::pytest.PytestUnknownMarkWarning", *arguments]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if "::" in line]
    return done.returncode, {line.rpartition("::")[2] for line in lines}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ((), {"test_alone", "test_in_a_class", "test_side_by_side"}),
        (("--alone", "only"), {"test_alone", "test_in_a_class"}),
        (("--alone", "never"), {"test_side_by_side"}),
    ],
)
def test_the_two_halves_are_the_whole(
    tmp_path: Path, arguments: tuple[str, ...], names: set[str]
) -> None:
    assert collected(tmp_path, *arguments) == (0, names)


def test_the_half_that_runs_alone_reads_only_files_that_have_such_a_test(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("no Python at all")
    assert collected(tmp_path, "--alone", "only")[0] == 0
    assert collected(tmp_path, "--alone", "never")[0] == 2


@pytest.mark.thorough
def test_the_first_tier_reads_no_file_that_is_thorough_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "test_pages.py").write_text(
        "import pytest\n\npytestmark = pytest.mark.thorough\n1 / 0"
    )
    assert collected(tmp_path, "-m", "not slow and not thorough")[0] == 0
    assert collected(tmp_path)[0] == 2


def test_an_empty_half_has_an_exit_code_of_its_own(tmp_path: Path) -> None:
    assert collected(tmp_path, "--alone", "only", "-k", "side_by_side") == (5, set())


@pytest.mark.parametrize(("cores", "count"), [(2, 2), (3, 2), (8, 3), (4, 1)])
def test_every_worker_has_cores_that_no_other_has(
    conftest: ModuleType, cores: int, count: int
) -> None:
    shares = [conftest.share_of(range(cores), number, count) for number in range(count)]
    assert sorted(core for share in shares for core in share) == list(range(cores))
    assert all(shares)


def test_more_workers_than_cores_share_them_all(conftest: ModuleType) -> None:
    assert [list(conftest.share_of([3], number, 2)) for number in range(2)] == [[3], [3]]

"""Run pytest on submissions, with the oldest pytest that is allowed and with the newest."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

import graders.suites  # noqa: F401  # what `run_here` loads would be unloaded, and YAML breaks
from tests.once import Once
from tests.pytest_plugin import programs
from tests.tiers import sampled

ROOT = Path(__file__).resolve().parents[2]
HANGS_AFTER_S = 300.0
NOT_NEEDED = ("hypothesispytest", "anyio", "platformdirs")
"""Plugins of other distributions, which only take time."""


def allowed() -> tuple[str, str]:
    """Return the oldest pytest that pyproject.toml allows, and the major version it stops at."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = project["optional-dependencies"]["pytest"]
    found = re.fullmatch(r"pytest>=([0-9.]+),<([0-9]+)", wanted)
    assert found, wanted
    return found[1], found[2]


@dataclass
class Runs:
    """Run one version of pytest in a folder of its own, where a submission lies ready."""

    pytester: pytest.Pytester
    version: str

    def file(self, text: str, name: str = "my_solution.py") -> Path:
        path = self.pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *arguments: str) -> pytest.RunResult:
        """Run `pytest`, with the small suite at hand as `small.yaml`."""
        return self.pytester.runpytest_subprocess(*arguments, timeout=HANGS_AFTER_S)

    def run_here(self, *arguments: str) -> pytest.RunResult:
        """Run `pytest` in this process, for what ends before anything is graded."""
        return self.pytester.runpytest_inprocess(*arguments)

    def grade(self, *arguments: str, file: str = "my_solution.py") -> pytest.RunResult:
        """Run `pytest FILE --kata best_move` on the small suite."""
        named = ("--kata", "best_move", "--kata-suite", "small.yaml")
        return self.run(file, *named, *arguments)


def oldest(folder: Path) -> str:
    """Install the oldest pytest alone into a folder; return why not, or nothing."""
    version = f"{allowed()[0]}.0"
    install = [sys.executable, "-I", "-m", "pip", "install", "--quiet", "--no-input", "--no-deps"]
    done = subprocess.run(
        [*install, "--target", str(folder), f"pytest=={version}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER_S,
        check=False,
    )
    return done.stderr if done.returncode else ""


@pytest.fixture
def runs(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """Run the pytest that these tests run on."""
    return _runs(pytest.__version__, pytester, monkeypatch)


@pytest.fixture(params=sampled(["newest", "oldest"], lambda version: version == "newest"))
def both(
    request: pytest.FixtureRequest,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    once: Once,
) -> Runs:
    """Run the same, and the oldest pytest that is allowed."""
    if request.param == "newest":
        return _runs(pytest.__version__, pytester, monkeypatch)
    version, folder, trouble = once("the oldest pytest", lambda: _oldest(tmp_path_factory))
    if trouble:
        pytest.skip(f"pytest {version} cannot be had here: {trouble[-300:]}")
    monkeypatch.setenv("PYTHONPATH", folder)
    return _runs(version, pytester, monkeypatch)


def _runs(version: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Runs:
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(f"-p no:{name}" for name in NOT_NEEDED))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    (pytester.path / "small.yaml").write_text(programs.SUITE, encoding="utf-8")
    return Runs(pytester, version)


def _oldest(factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    folder = factory.mktemp("oldest") / "pytest"
    return f"{allowed()[0]}.0", str(folder), oldest(folder)

"""The README's command works at the root of a clone, where the plugin and the packages lie too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.pytest_plugin.conftest import HANGS_AFTER_S, ROOT
from tests.pytest_plugin.programs import CANARY

KEPT_OUT = shutil.ignore_patterns(".*", "__pycache__", "tests", "docs")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Set up a copy of this checkout as `scripts/setup` does, but from the packages of this one."""
    root = tmp_path_factory.mktemp("clone") / "connect-four-kata"
    shutil.copytree(ROOT, root, ignore=KEPT_OUT)
    environment = root / ".venv"
    venv.create(environment, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    # A path file inside a folder that a path file names is not read: no editable install of here.
    (site / "third_party.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install"]
    install += ["--quiet", "--no-input", "--disable-pip-version-check", "--no-index"]
    ran([*install, "--no-deps", "--no-build-isolation", "--editable", "."], root)
    return root


def ran(words: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command without what this run of pytest has set."""
    variables = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    return subprocess.run(
        words,
        cwd=folder,
        env={**variables, "NO_COLOR": "1", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER_S,
        check=False,
    )


def graded(clone: Path, *files: str) -> str:
    words = [clone / ".venv/bin/python", "-m", "pytest", *files, "--kata", "best_move"]
    done = ran(words, clone)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


@pytest.mark.thorough
def test_a_rung_is_graded_by_the_readmes_command(clone: Path) -> None:
    said = graded(clone, "solutions/bitboard.py", "-k", "block-at-once")
    assert "solutions/bitboard.py: 1 of 1 points in 1 case" in said


@pytest.mark.thorough
def test_what_was_begun_at_the_root_is_only_run_in_a_sandbox(clone: Path) -> None:
    ran([clone / ".venv/bin/python", "-m", "graders", "new", "best_move", "mine"], clone)
    names = ("click.py", "graders.py", "msgspec.py")
    for name in names:
        (clone / name).write_text(CANARY, encoding="utf-8")
    said = graded(clone, "mine/solution.py", *names, "-k", "win-at-once")
    assert "mine/solution.py: " in said
    assert all(f"{name}: 1 of 1 points in 1 case" in said for name in names)

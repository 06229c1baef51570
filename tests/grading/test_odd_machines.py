"""A machine that lacks what the sandbox needs is told so, or does without; nothing is a riddle."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile_corpus import is_root

ROOT = Path(__file__).resolve().parent.parent.parent
SUITE = ROOT / "tests" / "hostile" / "hostile.yaml"
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
FOREIGN_PROC = ("unshare", "--pid", "--fork")

pytestmark = pytest.mark.skipif(
    not (is_root() and shutil.which("unshare") and shutil.which("setpriv")),
    reason="taking rights away needs root, unshare and setpriv",
)


def kata(before: tuple[str, ...], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*before, sys.executable, "-m", "graders", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def graded(before: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "mine.py"
    path.write_text("def find_best_move(board):\n    return 3\n")
    words = ("grade", str(path), "--suite", str(SUITE), "--case", "*win", "--isolation", "limits")
    return kata(before, *words)


@pytest.mark.thorough
class TestNamespacesAndRights:
    def test_root_without_any_rights_grades_as_an_ordinary_user_does(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o755)
        done = graded(WITHOUT_RIGHTS, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr

    def test_processes_of_another_namespace_are_no_sight_to_watch_by(self, tmp_path: Path) -> None:
        done = graded(FOREIGN_PROC, tmp_path)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "--mount-proc" in done.stderr
        assert "Traceback" not in done.stderr

    def test_the_doctor_says_so_as_well(self) -> None:
        done = kata(FOREIGN_PROC, "doctor")
        assert done.returncode == 1, done.stdout + done.stderr
        assert "--mount-proc" in done.stderr
        assert "Traceback" not in done.stderr

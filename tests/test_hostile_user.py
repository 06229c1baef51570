"""The hostile corpus is contained as well where the grader runs as an ordinary user."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graders.sandbox import reachable_by_anybody
from tests.hostile_corpus import is_root

ROOT = Path(__file__).parent.parent
ORDINARY_USER = 61234
LONGEST_S = 600
SAMPLE = "honest or processes"

pytestmark = pytest.mark.skipif(
    not is_root(), reason="this run is an ordinary user's already: tests/test_hostile.py does it"
)


def run_as_ordinary_user(folder: Path, chosen: str) -> subprocess.CompletedProcess[str]:
    home = folder / "home"
    home.mkdir()
    os.chown(home, ORDINARY_USER, ORDINARY_USER)
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == os.geteuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o111)
    words = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    words += ["--basetemp", str(home / "pytest"), "tests/test_hostile.py", "-k", chosen]
    return subprocess.run(
        words,
        cwd=ROOT,
        env={"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        user=ORDINARY_USER,
        group=ORDINARY_USER,
        extra_groups=[],
        check=False,
    )


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(SAMPLE, id="a sample"),
        pytest.param("nothing_left_behind", id="all", marks=pytest.mark.slow),
    ],
)
def test_the_corpus_is_contained_as_an_ordinary_user(tmp_path: Path, chosen: str) -> None:
    if not (reachable_by_anybody(ROOT) and reachable_by_anybody(Path(sys.executable))):
        pytest.skip("the checkout lies in a folder that only root may enter")
    done = run_as_ordinary_user(tmp_path, chosen)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout

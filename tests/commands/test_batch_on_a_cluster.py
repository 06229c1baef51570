"""`kata batch --cluster` does on the workers of a scheduler what it does on those of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.cli import main
from tests.processes import descendants, survivors

GOOD = "def find_best_move(board):\n    return 2 * board.column_height(0)\n"


def kata(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "graders", "batch", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KATA_STATE": str(home), "NO_COLOR": "1"},
    )


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    folder = tmp_path / "handed-in"
    folder.mkdir()
    for name, source in {"ann": GOOD, "bob": GOOD.replace("2", "0"), "cyd": GOOD}.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


@pytest.mark.thorough
def test_a_batch_on_a_cluster_ends_as_one_on_the_local_pool(
    handed_in: Path, tmp_path: Path
) -> None:
    before = descendants(os.getpid())
    words = [str(handed_in), "--kata", "best_move", "--case", "phase2/win-at-once"]
    ends = []
    for where in (["--cluster", "local:2"], []):
        ledger = ["--ledger", str(tmp_path / f"{len(where)}.ledger")]
        done = kata(*words, *where, *ledger, "--format", "json", home=tmp_path / "state")
        batch = json.loads(done.stdout)
        facts = [
            (each["candidate"], each["score"], each["sha256"]) for each in batch["submissions"]
        ]
        ends.append((done.returncode, batch["received"], facts))
    assert ends[0] == ends[1]
    assert ends[0][:2] == (1, 3)
    assert not survivors(before)


@pytest.mark.parametrize("where", ["local:0", "ssh:/nowhere/hosts"])
def test_what_is_no_cluster_is_one_clear_line(handed_in: Path, tmp_path: Path, where: str) -> None:
    words = ["batch", str(handed_in), "--cluster", where]
    done = CliRunner().invoke(main, words, env={"KATA_STATE": str(tmp_path / "state")})
    assert done.exit_code == 2
    assert done.stdout == ""
    assert [line for line in done.stderr.splitlines() if line.startswith("kata: ")][-1:]
    assert "Traceback" not in done.stderr

"""A grading that is kept waiting by the machine says for what, instead of standing still."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.commands import grade
from graders.commands.grade import command
from graders.sandbox import leases
from graders.sandbox.machine import usable_cores


def test_a_lone_grading_says_that_it_waits_for_a_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "TOLD_AFTER_S", 0.2)
    cores = tmp_path / "cores"
    for core in usable_cores():
        (cores / f"cpu{core}").mkdir(parents=True)
    monkeypatch.setattr(leases, "FOLDER", str(cores / "cpu{}"))
    file = tmp_path / "mine.py"
    file.write_text("def find_best_move(board):\n    return 3\n", encoding="utf-8")
    held = [leases._lock(core) for core in usable_cores()]
    said: list[str] = []

    def hear(sentence: str) -> None:
        said.append(sentence)
        while held and "core" in sentence:
            os.close(held.pop())

    monkeypatch.setattr(grade, "say", hear)
    words = [file, "--kata", "best_move", "--case", "*/quiet-win-in-5#1", "--no-history"]
    done = CliRunner().invoke(command, list(map(str, words)))
    assert done.exit_code == 0, done.output
    assert said.count("waiting for a core, for 60 s at most") == 1
    assert "waiting" not in done.stdout

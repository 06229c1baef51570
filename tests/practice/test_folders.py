"""Who practises may have a folder too: tried here, watched, remembered, run by pytest."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.grading.folders import read_folder
from graders.model.submission import sha256_of
from graders.practice import run_history
from graders.practice.watch_events import file_state, looked_for, saves
from tests.grading.folders import RIGHT, package, written


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def test_a_folder_is_tried_anew_and_leaves_no_module_behind(tmp_path: Path) -> None:
    folder = written(tmp_path / "mine", RIGHT)
    before = (set(sys.modules), sys.path[:])
    right = run("try", folder, "phase2/win-at-once#1", "--yes")
    assert right.exit_code == 0, right.output
    assert "accepted, 2" in right.output
    assert not {"best", "known", "submission"} & set(sys.modules) - before[0]
    assert sys.path == before[1]
    written(folder, {"known.py": "def answer(board):\n    raise KeyError('no')\n"})
    broken = run("try", folder, "phase2/win-at-once#1", "--yes")
    assert broken.exit_code == 1
    assert "KeyError: 'no' (known.py, line 2)" in broken.output


def test_a_package_is_tried_as_a_package(tmp_path: Path) -> None:
    folder = written(tmp_path / "four", package())
    tried = run("try", folder, "parts/a-player-has-a-name", "--yes")
    assert tried.exit_code == 0, tried.output


def test_a_run_is_remembered_with_all_files_and_told_of_beside_the_best(tmp_path: Path) -> None:
    folder = written(tmp_path / "mine", RIGHT)
    assert run("grade", folder, "--case", "win-at-once", "--cap", "20").exit_code == 0
    entry = run_history.latest_run(folder)
    assert entry is not None
    assert entry.sha256 == sha256_of(read_folder(folder))
    kept = run_history.source_of(entry.sha256)
    assert kept is not None
    assert b"==> known.py <==\ndef answer" in kept
    written(folder, {"known.py": "def answer(board):\n    return 9\n"})
    assert run("grade", folder, "--case", "win-at-once").exit_code == 1
    again = run("grade", folder, "--failed", "-x")
    assert "phase2/win-at-once" in again.output


def test_any_file_that_is_taken_makes_another_look(tmp_path: Path) -> None:
    folder = written(tmp_path / "mine", RIGHT)
    first = file_state(folder)
    written(folder, {"__pycache__/known.pyc": "x", ".git/index": "x"})
    assert file_state(folder) == first
    written(folder, {"known.py": "def answer(board):\n    return 3\n"})
    second = file_state(folder)
    assert first is not None
    assert second is not None
    assert second.content != first.content


@pytest.mark.parametrize("hears", [saves, looked_for])
def test_a_save_of_any_file_in_it_is_heard(hears: Callable[..., Any], tmp_path: Path) -> None:
    folder = written(tmp_path / "mine" / "four", package()).parent

    async def heard() -> bool:
        watching = hears(folder)
        waiting = asyncio.ensure_future(anext(watching))
        try:
            for number in range(600):
                written(folder, {"four/game.py": f"x = {number}\n"})
                done, _ = await asyncio.wait([waiting], timeout=0.1)
                if done:
                    return True
            return False
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await watching.aclose()

    assert asyncio.run(heard())

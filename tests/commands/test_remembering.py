"""Which runs of `kata grade` are remembered, and that remembering never gets in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.practice import run_history
from tests import knows
from tests.unhurried import unhurried


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    file = tmp_path / "mine.py"
    file.write_text(knows.PHASE_2)
    return file


def grade(file: Path, *words: str, **environment: str) -> Result:
    arguments = ["grade", str(file), "--case", "phase2/win-at-once", *words]
    with unhurried():  # the texts of two runs are compared
        return CliRunner().invoke(main, arguments, env=environment)


def test_a_graded_run_is_remembered_with_its_source(mine: Path) -> None:
    assert grade(mine).exit_code == 0
    (entry,) = run_history.graded_runs(mine)
    assert (entry.kata, entry.score, entry.max_score) == ("best_move", 1, 1)
    assert [case.id for case in entry.cases] == ["phase2/win-at-once"]
    assert not entry.whole  # of one case only
    assert run_history.source_of(entry.sha256) == mine.read_bytes()


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (["--no-history"], {}),
        ([], {"KATA_HISTORY": "off"}),
        (["--format", "json"], {}),
        (["--output", "report.txt"], {}),
    ],
)
def test_a_run_that_is_nobodys_practice_leaves_no_trace(
    mine: Path, words: list[str], environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mine.parent)
    assert grade(mine, *words, **environment).exit_code == 0
    assert not (mine.parent / "state").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence_and_changes_nothing_else(
    mine: Path,
) -> None:
    (mine.parent / "taken").write_text("a file")
    expected = grade(mine, "--no-history")
    done = grade(mine, KATA_STATE=str(mine.parent / "taken"))
    assert done.exit_code == expected.exit_code == 0
    assert len(done.stdout.splitlines()) == len(expected.stdout.splitlines())
    assert done.stderr.count("\n") == expected.stderr.count("\n") + 1
    assert "kata: this run is not in your history: cannot write" in done.stderr

"""`kata new`: a folder to begin in, and the line it names grades what is in it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.commands.output import USAGE
from graders.katas import all_katas


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(*words: str) -> Result:
    return CliRunner().invoke(main, ["new", *words])


@pytest.mark.parametrize("kata", all_katas())
def test_without_a_name_the_folder_is_called_like_the_kata(kata: str) -> None:
    result = new(kata)
    assert result.exit_code == 0, result.output
    assert Path(kata, "solution.py").is_file()
    assert f"{kata}/solution.py" in result.output


def test_the_line_in_the_folder_grades_the_starter_which_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert new("best_move", "mine").exit_code == 0
    words = shlex.split(Path("mine/HOW_TO_RUN.txt").read_text(encoding="utf-8"))
    assert Path(words[0]).name == "kata"
    monkeypatch.chdir("mine")
    done = CliRunner().invoke(main, [*words[1:], "--case", "phase2/*", "--format", "json"])
    assert done.exit_code == 1, done.stderr
    assert '"verdict":"wrong_answer"' in done.stdout.replace(" ", "")


def test_what_is_there_is_refused_with_another_name() -> None:
    Path("mine").mkdir()
    result = new("best_move", "mine")
    assert result.exit_code == 2
    assert "choose another name, as in kata new best_move mine2" in result.output


@pytest.mark.parametrize("name", ["mine.mjs", "mine.js", "mine.ts"])
def test_a_name_for_a_file_in_another_language_is_refused(name: str) -> None:
    done = new("best_move", name)
    assert done.exit_code == USAGE
    assert f"in Python alone; {name} would be a file in" in done.output
    assert not Path(name).exists()


def test_a_name_for_a_file_is_refused_with_one_for_a_folder() -> None:
    done = new("best_move", "mine.py")
    assert done.exit_code == USAGE
    assert "name a folder, such as mine" in done.output
    assert not Path("mine.py").exists()


def test_a_folder_may_have_a_dot_in_its_name() -> None:
    assert new("best_move", "mine.2").exit_code == 0


def test_an_unknown_kata_lists_the_katas() -> None:
    result = new("chess")
    assert result.exit_code == 2
    assert f"the katas are {', '.join(sorted(all_katas()))}" in result.output

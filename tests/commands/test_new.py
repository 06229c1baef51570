"""`kata new`: a folder to begin in, and the line it names grades what is in it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.katas import all_katas
from graders.model.exit_codes import USAGE
from graders.practice.new_folder import solution_in
from tests.node import ONLY_WITH_NODE, ONLY_WITH_TYPES
from tests.tiers import sampled


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


@pytest.mark.parametrize(
    ("name", "instead"),
    [("mine.py", "mine"), ("my one.js", "'my one' --language js"), ("a.ts", "a --language ts")],
)
def test_a_name_for_a_file_is_refused_with_one_for_a_folder(name: str, instead: str) -> None:
    done = new("best_move", name)
    assert done.exit_code == USAGE
    assert done.output.endswith(f"kata new best_move {instead}\n")
    assert not Path(name).exists()


@pytest.mark.parametrize(
    "language",
    [pytest.param("js", marks=ONLY_WITH_NODE), pytest.param("ts", marks=ONLY_WITH_TYPES)],
)
@pytest.mark.parametrize(
    "kata", sampled(sorted(all_katas()), quick=lambda kata: kata == "best_move")
)
def test_a_starter_in_another_language_loads_answers_and_fails(kata: str, language: str) -> None:
    made = new(kata, "mine", "--language", language)
    words = shlex.split(made.stdout.splitlines()[-1].partition("Grade it with: ")[2])
    assert (made.exit_code, words[1:]) == (0, ["grade", f"mine/{solution_in(language)}"])
    done = CliRunner().invoke(main, [*words[1:], "--first"])
    assert done.exit_code == 1, done.stderr
    assert re.search(r"^First to look at: \S+, wrong answer", done.stdout, re.MULTILINE)


def test_a_language_that_cannot_be_run_here_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    made = new("best_move", "mine", "--language", "ts")
    assert made.exit_code == 0
    assert Path("mine/solution.ts").is_file()
    assert "there is no Node.js here" in made.stderr


def test_a_folder_may_have_a_dot_in_its_name() -> None:
    assert new("best_move", "mine.2").exit_code == 0


def test_an_unknown_kata_lists_the_katas() -> None:
    result = new("chess")
    assert result.exit_code == 2
    assert f"the katas are {', '.join(sorted(all_katas()))}" in result.output

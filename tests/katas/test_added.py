"""A kata is one folder: `added/division/`, found by its place, goes the whole way.

Nothing in the grader knows of it: not its name, not what it asks, not what is right.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders import grade_file, katas
from graders.cli import main
from graders.katas import all_katas
from graders.suites import SuiteError, load

FOLDER = Path(__file__).parent / "added"
SUITE = FOLDER / "division" / "quotients.yaml"
RIGHT = "def divide(a, b):\n    return a // b\n"
NEVER_RAISES = "def divide(a, b):\n    return a // b if b else 0\n"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(katas, "__path__", [*katas.__path__, str(FOLDER)])


def kata(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def suite_with(tmp_path: Path, was: str, becomes: str) -> Path:
    file = tmp_path / "quotients.yaml"
    file.write_text(SUITE.read_text(encoding="utf-8").replace(was, becomes), encoding="utf-8")
    return file


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT, encoding="utf-8")
    return file


def test_it_is_found_beside_those_that_come_with_the_project(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_it = set(all_katas())
    monkeypatch.undo()
    assert with_it - set(all_katas()) == {"division"}


def test_its_suite_is_read_by_its_own_rules(tmp_path: Path) -> None:
    assert load(SUITE).kata == "division"
    with pytest.raises(SuiteError, match="gives: write either this or raises"):
        load(suite_with(tmp_path, ", gives: 3}", "}"))


def test_a_file_is_recognised_as_meant_for_it(right: Path) -> None:
    card = grade_file(right, suites={"division": [load(SUITE)]}, isolation="limits")
    assert card.kata == "division"
    assert card.score == card.max_score == 3


def test_an_exception_can_be_the_right_answer(right: Path, tmp_path: Path) -> None:
    card = grade_file(right, suites=[SUITE], isolation="limits")
    assert [result.verdict.value for result in card.results] == ["accepted"] * 3
    never = tmp_path / "never.py"
    never.write_text(NEVER_RAISES, encoding="utf-8")
    last = grade_file(never, suites=[SUITE], isolation="limits").results[-1]
    assert last.message == "1 by 0: 0, not ZeroDivisionError"


@pytest.mark.parametrize("form", ["text", "json"])
def test_it_is_graded_and_reported_from_the_command_line(right: Path, form: str) -> None:
    result = kata("grade", right, "--suite", SUITE, "--format", form, "--isolation", "limits")
    assert result.exit_code == 0, result.output
    assert "quotients/by-zero" in result.output
    if form == "json":
        assert json.loads(result.stdout)["kata"] == "division"


def test_its_keys_are_proved_by_kata_verify() -> None:
    result = kata("verify", SUITE)
    assert result.exit_code == 0, result.output
    assert "Quotients, by adding up" in result.output
    assert result.output.endswith("everything holds, 0 warnings\n")


def test_a_wrong_key_of_it_fails_kata_verify(tmp_path: Path) -> None:
    result = kata("verify", suite_with(tmp_path, "b: 2, gives: 3", "b: 2, gives: 4"))
    assert result.exit_code == 1
    assert "DOES NOT HOLD: quotients/rounds-down: the suite says 4, proved is 3" in result.output


def test_a_case_that_stands_twice_fails_kata_verify(tmp_path: Path) -> None:
    result = kata("verify", suite_with(tmp_path, "a: 7, b: 2", "a: 12, b: 4"))
    assert result.exit_code == 1
    assert "quotients/even, quotients/rounds-down are one position" in result.output


def test_it_need_not_offer_what_it_does_not_have() -> None:
    division = all_katas()["division"]
    assert not (division.mining() or division.ladder() or division.probes() or division.oracle())
    assert "division" not in kata("bench", "--help").output

"""`kata` alone: it goes on where one was, shows the new around, and gives a script the help."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun, whole_name

MISSED = CaseRun("phase3/mate-in-7", "wrong_answer", 0, 1, 0.4)
FOUND = CaseRun("phase2/win-at-once", "accepted", 1, 1, 0.1)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("KATA_HISTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my file.py").write_text("")


def remember(
    *cases: CaseRun, file: str = "my file.py", kata: str = "best_move", **more: str
) -> None:
    points = sum(case.points for case in cases)
    name = whole_name(Path(file))
    run_history.append(
        GradedRun("2026-11-26T09:30:00.000Z", name, "0", kata, points, 7, cases=cases, **more)
    )


def alone() -> Result:
    return CliRunner().invoke(main, [], env={"COLUMNS": "80"})


def test_it_goes_on_with_the_file_that_was_graded_last() -> None:
    remember(FOUND, file="older.py")
    remember(FOUND, MISSED, hint="Look further.")
    done = alone()
    assert done.exit_code == 0
    where, miss, following, command = done.output.splitlines()
    assert where == "best_move: my file.py got 1 of 7 points when it was last graded."
    assert miss == "First miss: phase3/mate-in-7, wrong answer."
    assert following == "Next: Look further."
    assert command.startswith("Go on with: ")
    assert command.endswith(" watch 'my file.py'")


def test_with_every_point_it_invites_to_harder_cases() -> None:
    remember(FOUND)
    said = " ".join(alone().output.split())
    assert "Next: Every point is won; harder cases are waiting: longer mates" in said
    assert said.endswith(" grade 'my file.py' --stretch --variants")


def test_of_a_file_that_is_gone_it_says_so() -> None:
    remember(MISSED, file="gone.py")
    said = alone().output
    assert "gone.py is no longer there." in said
    assert said.endswith(" new best_move\n")


def test_of_a_file_that_nobody_could_load_it_names_the_file() -> None:
    remember(CaseRun("load", "load_error", 0, 1, 0.0), kata="unknown")
    said = alone().output
    assert said.startswith("my file.py was graded last.\nFirst miss: load, load error.\n")
    assert said.endswith(" grade 'my file.py'\n")


def test_for_a_script_without_a_history_it_is_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    done = alone()
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr == CliRunner().invoke(main, ["--help"]).output
    remember(FOUND)
    monkeypatch.setenv("KATA_HISTORY", "off")
    assert alone().exit_code == 2


def test_in_a_terminal_without_a_history_it_is_a_tour_of_five_lines() -> None:
    seen, status = pexpect.run(
        f"{sys.executable} -m graders",
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        encoding="utf-8",
        withexitstatus=True,
    )
    assert status == 0
    lines = seen.splitlines()
    assert len(lines) == 5
    for line, words in zip(lines, ("new", "watch", "show", "studio", "list"), strict=True):
        assert f" {words} " in line

"""`kata daily`: shown, answered right and wrong, and counted once a date."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.katas import kata_named
from graders.practice import run_history

DAY = "2026-11-26"
RIGHT, WRONG, FULL = "3", "2", "1"
KATA = "best_move"


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path))
    monkeypatch.delenv("KATA_HISTORY", raising=False)
    monkeypatch.setenv("COLUMNS", "80")


def daily(*words: str) -> Result:
    return CliRunner().invoke(main, ["daily", *words])


def of_today() -> tuple[str, str]:
    """Return a right and a wrong column for the position of today."""
    shown = kata_named(KATA).daily()
    assert shown is not None
    question = shown.question(shown.number_on(datetime.now(UTC).date()))
    wrong = next(each for each in question.playable if each not in question.right)
    return str(question.right[0]), str(wrong)


def test_without_a_terminal_the_board_is_drawn_and_how_to_answer_is_said() -> None:
    done = daily("--date", DAY)
    assert done.exit_code == 0
    assert f"{DAY}: YELLOW to move, win in 5 plies" in done.output
    assert "  YRRRYYY\n  0123456\n" in done.output
    assert f"daily COLUMN --date {DAY}" in done.output
    assert "column 3" not in done.output


def test_a_right_column_is_told_with_the_line_and_exits_0() -> None:
    done = daily(RIGHT, "--date", DAY)
    assert done.exit_code == 0
    assert "Right!" in done.output
    assert "YELLOW 3, RED 3, YELLOW 2, RED 3, YELLOW 2." in done.output
    assert "show --moves 614313511135515542005446 --first YELLOW\n" in done.output


def test_a_wrong_column_is_told_what_it_leads_to_and_exits_1() -> None:
    done = daily(WRONG, "--date", DAY)
    assert done.exit_code == 1
    assert "Column 2 loses in 18 plies" in done.output
    assert "column 3" not in done.output


@pytest.mark.parametrize("words", [(FULL, "--date", DAY), ("9",), ("x",), ("--date", "today")])
def test_what_is_no_column_or_no_date_exits_2(words: tuple[str, ...]) -> None:
    assert daily(*words).exit_code == 2
    assert run_history.daily_answers(KATA) == {}


def test_another_date_does_not_count() -> None:
    done = daily(RIGHT, "--date", DAY)
    assert run_history.daily_answers(KATA) == {}
    assert "in a row" not in done.output


def test_days_in_a_row_are_counted() -> None:
    today = datetime.now(UTC).date()
    for before in (4, 2, 1):
        day = (today - timedelta(days=before)).isoformat()
        run_history.note_daily(KATA, day, 0, right=True)
    right, _ = of_today()
    assert "That is 3 days in a row." in daily(right).output


def test_only_the_first_answer_on_a_date_counts() -> None:
    right, wrong = of_today()
    assert "start again tomorrow" in daily(wrong).output
    assert "and yours was wrong" in daily(right).output
    assert list(run_history.daily_answers(KATA).values()) == [False]
    assert "You have answered it: wrong at first." in daily().output


def test_answers_leave_the_runs_of_the_history_alone() -> None:
    run_history.note_hint(Path("mine.py"), KATA, "signs", 1)
    daily(of_today()[0])
    assert len(run_history.hints()) == len(run_history.daily_answers(KATA)) == 1
    assert run_history.graded_runs() == ()


def test_in_a_terminal_it_asks_until_the_answer_is_right(tmp_path: Path) -> None:
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm", "KATA_STATE": str(tmp_path)}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "graders", "daily", "--date", DAY],
        env=environment,
        encoding="utf-8",
        timeout=90,
    )
    child.expect("quit: ")
    for typed, said in (("x", "Type its number"), (FULL, "there is room in 0 2 3 4 6")):
        child.sendline(typed)
        child.expect(said)
    child.sendline(WRONG)
    child.expect("loses in 18 plies")
    child.expect("quit: ")
    child.sendline(RIGHT)
    child.expect("Right!")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0

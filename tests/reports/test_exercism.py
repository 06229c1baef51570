"""Exercism's results.json: statuses, order, limits, and an exit code that does not grade."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from msgspec.structs import replace

from graders.cli import main
from graders.model.scorecard import NotRun, Scorecard
from graders.model.suite import Case
from graders.model.text import harmless
from graders.model.verdict import Verdict
from graders.reports.exercism import (
    MESSAGE_WAS_CUT,
    MOST_MESSAGE,
    MOST_OUTPUT,
    OUTPUT_WAS_CUT,
    ExercismReport,
)
from graders.reports.format import Heading
from tests.golden_reports import one
from tests.hostile_scorecards import FLOOD, TEXTS, everything, hostile_card, of_verdict
from tests.reports.schemas import document
from tests.scorecards import ACCEPTED, ASSESSMENT, OURS, WRONG, card
from tests.shipped import shipped
from tests.tiers import a_few


def read(scorecard: Scorecard, **options: bool) -> dict[str, Any]:
    return document("exercism", one("exercism", scorecard, **options))


def statuses(scorecard: Scorecard) -> dict[str, str]:
    return {test["name"]: test["status"] for test in read(scorecard)["tests"]}


def test_all_right_is_a_pass() -> None:
    found = read(card(ACCEPTED))
    assert (found["version"], found["status"], found["message"]) == (3, "pass", None)


def test_a_wrong_answer_fails_and_what_broke_is_an_error() -> None:
    assert read(everything())["status"] == "fail"
    became = statuses(everything())
    assert became["verdicts/wrong_answer"] == became["verdicts/time_limit_exceeded"] == "fail"
    assert became["verdicts/runtime_error"] == became["verdicts/grader_error"] == "error"
    assert became["verdicts/never"] == "error"


def test_where_no_test_was_run_it_is_an_error_and_the_message_says_why() -> None:
    found = read(of_verdict(Verdict.LOAD_ERROR))
    assert found["status"] == "error"
    assert "No module named 'nowhere'" in found["message"]
    assert read(card())["status"] == "error"
    assert read(card(not_run=(NotRun("a/b", 1, 2.0),), complete=False))["status"] == "error"


def test_the_first_failure_gives_the_hint_and_no_other_does() -> None:
    tests = read(card(ACCEPTED, WRONG, OURS, assessment=ASSESSMENT))["tests"]
    assert ["Next: Search depth" in str(test["message"]) for test in tests] == [False, True, False]
    bare = read(card(WRONG, assessment=ASSESSMENT), hints=False)["tests"]
    assert "Next" not in bare[0]["message"]


def test_the_tests_come_in_the_order_of_the_suite() -> None:
    cases: list[Case] = [case for suite in shipped("best_move") for case in suite.cases]
    results = [replace(ACCEPTED, id=case.id) for case in reversed(cases[1:])]
    scorecard = card(*results, not_run=(NotRun(cases[0].id, 1, 2.0),), complete=False)
    stream = io.StringIO()
    report = ExercismReport(stream)
    report.start(Heading("mine.py", "best_move", "limits", cases))
    report.finish(scorecard)
    names = [test["name"] for test in document("exercism", stream.getvalue())["tests"]]
    assert names == [case.id for case in cases]


def test_each_suite_is_a_task_and_the_code_is_how_to_have_the_case() -> None:
    made = replace(WRONG, reproduce='Board.from_moves("06")')
    tests = read(card(OURS, ACCEPTED, made))["tests"]
    assert [test["task_id"] for test in tests] == [1, 2, 2]
    assert tests[2]["test_code"] == 'Board.from_moves("06")'


def test_what_was_printed_is_cut_at_five_hundred_characters_and_the_cut_is_said() -> None:
    def output(text: str) -> str:
        return str(read(card(replace(WRONG, stdout=text, stderr="")))["tests"][0]["output"])

    assert output("x" * MOST_OUTPUT) == "x" * MOST_OUTPUT
    assert len(output("x" * (MOST_OUTPUT + 1))) == MOST_OUTPUT
    assert output(FLOOD).endswith(OUTPUT_WAS_CUT)


@pytest.mark.parametrize("letter", ["x", "é", "한"])
def test_a_message_takes_no_more_bytes_than_it_may_and_the_cut_is_said(letter: str) -> None:
    long = replace(
        WRONG,
        verdict=Verdict.LOAD_ERROR,
        message=letter * MOST_MESSAGE * 2,
        warnings=(letter * 9_999,) * 8,
    )
    for found in (read(card(long))["message"], read(card(ACCEPTED, long))["tests"][1]["message"]):
        assert MOST_MESSAGE - 4 <= len(found.encode()) <= MOST_MESSAGE
        assert found.endswith(MESSAGE_WAS_CUT)


@pytest.mark.thorough
@given(TEXTS)
def test_whatever_a_student_writes_is_text_of_characters_that_can_be_seen(text: str) -> None:
    (test,) = read(hostile_card(text))["tests"]
    for each in (test["message"], test["output"] or "", test["test_code"] or ""):
        assert harmless(each) == each


@pytest.mark.parametrize(
    "body", a_few(["def find_best_move(board):\n    return 9\n", "import x\n", ""], 1)
)
def test_the_exit_code_is_0_whatever_the_tests_say(tmp_path: Path, body: str) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(body, encoding="utf-8")
    options = ["--kata", "best_move", "--case", "win-at-once", "--isolation", "limits"]
    words = ["grade", str(mine), *options, "--format", "exercism"]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0
    assert document("exercism", ran.stdout)["status"] in ("fail", "error")
    assert CliRunner().invoke(main, [*words[:-1], "json"]).exit_code == 1


def test_the_exit_code_of_a_file_that_is_not_there_still_says_so(tmp_path: Path) -> None:
    words = ["grade", str(tmp_path / "none.py"), "--kata", "best_move", "--format", "exercism"]
    assert CliRunner().invoke(main, words).exit_code == 2

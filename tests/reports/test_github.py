"""GitHub: the result that Classroom adds up, and the summary of a job."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from graders.model.scorecard import NotRun, Scorecard
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict
from graders.reports.github import MOST_RESULT, MOST_SUMMARY, SUMMARY
from tests.golden_reports import classroom, one, summary
from tests.hostile_scorecards import (
    FLOOD,
    HOSTILE,
    TEXTS,
    everything,
    hostile_card,
    hostile_result,
    of_verdict,
)
from tests.reports.schemas import document
from tests.scorecards import ACCEPTED, LATE, OURS, WRONG, card

A_COMMAND = re.compile(r"^\s*::|##\[", re.MULTILINE)
"""What the runner takes for a command in what a step prints."""


@pytest.fixture(autouse=True)
def _no_summary_but_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SUMMARY, raising=False)


def read(scorecard: Scorecard, **options: bool) -> dict[str, Any]:
    return document("github", classroom(one("github", scorecard, **options)))


def test_it_is_one_line_for_the_file_of_outputs() -> None:
    assert re.fullmatch(r"result=[A-Za-z0-9+/]+=*\n", one("github", everything()))


def test_the_scores_add_up_to_the_score_and_for_all_right_to_the_most_there_is() -> None:
    found = read(everything())
    assert sum(test["score"] for test in found["tests"]) == everything().score == 1
    assert found["max_score"] == everything().max_score == 14
    right = read(of_verdict(Verdict.ACCEPTED))
    assert sum(test["score"] for test in right["tests"]) == right["max_score"]
    assert right["status"] == "pass"


@pytest.mark.parametrize(
    ("scorecard", "status"),
    [
        (card(ACCEPTED), "pass"),
        (card(ACCEPTED, WRONG), "fail"),
        (card(ACCEPTED, LATE, OURS), "error"),
        (card(ACCEPTED, not_run=(NotRun("a/b", 1, 2.0),), complete=False), "fail"),
        (of_verdict(Verdict.LOAD_ERROR), "error"),
        (card(), "error"),
    ],
)
def test_a_miss_fails_and_what_is_no_result_is_an_error(scorecard: Scorecard, status: str) -> None:
    assert read(scorecard)["status"] == status


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("cases", "text"), [(2, FLOOD), (60, HOSTILE), (200, HOSTILE), (1_000, "x" * 100)]
)
def test_the_result_fits_into_a_variable_whatever_was_printed(cases: int, text: str) -> None:
    scorecard = card(*(hostile_result(text, f"a/{number}") for number in range(cases)))
    written = one("github", scorecard)
    assert len(written) <= MOST_RESULT + len("result=\n")
    found = document("github", classroom(written))
    assert found["max_score"] == cases * 2
    assert len(found["tests"]) == (cases if cases <= 200 else 1)


@given(TEXTS)
def test_nothing_that_the_reporter_prints_is_a_command(text: str) -> None:
    (test,) = read(hostile_card(text))["tests"]
    for printed in (test["name"], test["message"], test["test_code"]):
        assert not A_COMMAND.search(printed)


def test_the_commands_of_a_submission_are_there_to_be_read() -> None:
    (test,) = read(hostile_card(HOSTILE))["tests"]
    assert ": :set-output name=result::x" in test["message"]
    assert "## [set-env name=A]b" in test["message"]


def test_the_summary_is_markdown_after_what_is_there_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "summary"
    file.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv(SUMMARY, str(file))
    one("github", card(WRONG))
    assert file.read_text(encoding="utf-8") == "before\n" + one("markdown", card(WRONG))


def test_the_summary_stays_below_what_a_step_may_have_with_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "summary"
    monkeypatch.setenv(SUMMARY, str(file))
    file.write_text("x" * (MOST_SUMMARY - 40_000), encoding="utf-8")
    scorecard = card(*(hostile_result(HOSTILE, f"a/{number}") for number in range(10)))
    for _ in range(3):
        one("github", scorecard, full=True)
        assert file.stat().st_size <= MOST_SUMMARY
    assert "left out here" in file.read_text(encoding="utf-8")


def test_a_summary_that_cannot_be_written_is_one_line_that_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SUMMARY, str(tmp_path))
    with pytest.raises(UsageError, match=f"cannot write the summary {tmp_path}: .+ {SUMMARY}"):
        one("github", card(WRONG))


def test_in_full_the_summary_tells_every_miss() -> None:
    assert summary(everything()).count("<details") == 3
    assert summary(everything(), full=True).count("<details") == 11


def test_without_a_place_for_a_summary_there_is_none() -> None:
    assert json.loads(classroom(one("github", card(WRONG))))["max_score"] == 1

"""Gradescope's results.json: its fields, what a student may see, and nothing that is rendered."""

from __future__ import annotations

import hashlib
from typing import Any

from hypothesis import given
from msgspec.structs import replace

from graders.model.installation import suite_files
from graders.model.provenance import SuiteUsed
from graders.model.scorecard import NotRun, Scorecard
from graders.model.text import harmless
from graders.model.verdict import Verdict
from tests.golden_reports import one
from tests.hostile_scorecards import TEXTS, everything, hostile_card, of_verdict
from tests.reports.schemas import document
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card

SHIPPED = next(path for path in suite_files() if path.stem == "phase3")


def read(scorecard: Scorecard, **options: bool) -> dict[str, Any]:
    return document("gradescope", one("gradescope", scorecard, **options))


def of_shipped_suites(scorecard: Scorecard) -> Scorecard:
    """Return the scorecard as if its cases in phase3 were those that everybody has."""
    made = of_verdict(Verdict.ACCEPTED).provenance
    assert made is not None
    digest = hashlib.sha256(SHIPPED.read_bytes()).hexdigest()
    return replace(scorecard, provenance=replace(made, suites=(SuiteUsed("phase3", 1, digest),)))


def test_the_score_is_that_of_the_tests_and_each_says_what_it_is_worth() -> None:
    found = read(everything())
    assert found["score"] == sum(test["score"] for test in found["tests"]) == 1
    assert sum(test["max_score"] for test in found["tests"]) == everything().max_score
    assert [test["status"] for test in found["tests"][:2]] == ["passed", "failed"]


def test_a_variant_that_is_missed_has_failed_although_it_is_worth_nothing() -> None:
    missed = replace(WRONG, id="phase3/mate-in-9~mirror", points=0, max_points=0)
    (test,) = read(card(missed))["tests"]
    assert (test["score"], test["max_score"], test["status"]) == (0, 0, "failed")


def test_a_case_that_was_not_run_has_failed_and_says_so() -> None:
    left = card(ACCEPTED, not_run=(NotRun("phase3/late", 1, 2.0),), complete=False)
    _, test = read(left)["tests"]
    assert test["status"] == "failed"
    assert test["output"].startswith("not run")


def test_tests_are_numbered_by_suite_and_tagged_with_their_verdict() -> None:
    tests = read(card(ACCEPTED, WRONG, OURS))["tests"]
    assert [test["number"] for test in tests] == ["1.1", "1.2", "2.1"]
    assert tests[1]["tags"] == ["phase3", "wrong_answer"]


def test_cases_of_the_shipped_suites_are_seen_with_the_points_and_the_next_step() -> None:
    found = read(of_shipped_suites(card(ACCEPTED, WRONG, assessment=ASSESSMENT)))
    assert {test["visibility"] for test in found["tests"]} == {"visible"}
    assert "score   1/2" in found["output"]
    assert "Next: Search depth 1, then 2." in found["output"]
    assert found["leaderboard"][0] == {"name": "Points", "value": 1, "order": "desc"}
    bare = read(of_shipped_suites(card(ACCEPTED, WRONG, assessment=ASSESSMENT)), hints=False)
    assert "Next" not in bare["output"]


def test_cases_of_other_suites_show_once_grades_are_published_and_nothing_tells_of_them() -> None:
    found = read(card(ACCEPTED, LATE, WRONG, assessment=ASSESSMENT))
    assert {test["visibility"] for test in found["tests"]} == {"after_published"}
    assert found["output"] == "3 more cases will be shown when the grades are published."
    assert found["leaderboard"] == []


def test_of_both_only_what_is_seen_is_summed_up() -> None:
    found = read(of_shipped_suites(card(ACCEPTED, WRONG, OURS, assessment=ASSESSMENT)))
    assert [test["visibility"] for test in found["tests"]] == [
        *("visible", "visible", "after_published")
    ]
    assert "1 of 2 points in the cases shown." in found["output"]
    assert "1 more case will be shown" in found["output"]
    assert "Next" not in found["output"]


def test_why_a_file_could_not_be_loaded_is_always_told() -> None:
    found = read(of_verdict(Verdict.LOAD_ERROR))
    assert "No module named 'nowhere'" in found["output"]


def test_what_a_test_printed_is_in_its_output() -> None:
    (test,) = read(card(WRONG))["tests"]
    assert "| thinking <b>hard</b>" in test["output"]


@given(TEXTS)
def test_whatever_a_student_writes_is_text_of_characters_that_can_be_seen(text: str) -> None:
    found = read(hostile_card(text))
    for each in (found["output"], found["tests"][0]["output"]):
        assert harmless(each) == each

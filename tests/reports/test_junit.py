"""JUnit files: valid, read back by another program, and no text in them acts on anything."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import junitparser
import pytest
import xmlschema
from hypothesis import given
from msgspec.structs import replace

from graders.model.batch import Batch, Entry
from graders.model.scorecard import NotRun
from graders.model.text import on_one_line
from tests.golden_reports import many, one
from tests.hostile_scorecards import (
    TEXTS,
    everything,
    group,
    hostile_card,
    whole_batch,
)
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card


@cache
def schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(Path(__file__).with_name("jenkins_junit.xsd"))


def suites(text: str) -> list[junitparser.TestSuite]:
    schema().validate(text)
    read = junitparser.JUnitXml.fromroot(
        junitparser.JUnitXml.fromstring(text.encode("utf-8"))._elem
    )
    return list(read)


def properties(suite: junitparser.TestSuite) -> dict[str, str]:
    return {each.name: each.value for each in suite.properties()}


def results(text: str) -> dict[str, str]:
    """Return what became of each testcase: the tag of its element, or nothing."""
    return {
        case.name: case.result[0]._tag if case.result else "" for case in next(iter(suites(text)))
    }


def test_it_is_valid_and_read_back_with_the_same_counts() -> None:
    (suite,) = suites(one("junit", everything()))
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (15, 7, 4, 2)
    assert suite.time == pytest.approx(sum(case.time for case in suite))


def test_a_wrong_answer_is_a_failure_and_what_broke_is_an_error() -> None:
    became = results(one("junit", everything()))
    assert became["accepted"] == ""
    assert {name for name, tag in became.items() if tag == "failure"} == {
        *("wrong_answer", "invalid_answer", "time_limit_exceeded"),
        *("memory_limit_exceeded", "output_limit_exceeded", "not_offered", "wins#2"),
    }
    assert {name for name, tag in became.items() if tag == "error"} == {
        *("runtime_error", "load_error", "grader_error", "all")
    }


def test_a_failure_names_its_verdict_and_tells_all_of_it() -> None:
    (suite,) = suites(one("junit", card(WRONG)))
    (case,) = suite
    assert (case.name, case.classname) == ("mate-in-9", "best_move.phase3")
    assert case.time == pytest.approx(0.5)
    (failure,) = case.result
    assert failure.type == "wrong_answer"
    assert failure.message == "wrong answer: column 3 does not win, column 6 does"
    assert "R.....Y" in failure.text
    assert case.system_out == "thinking <b>hard</b>\n"


def test_each_member_of_a_group_is_a_testcase_and_those_after_the_missed_one_are_skipped() -> None:
    became = results(one("junit", group()))
    assert became == {"wins#1": "", "wins#2": "failure", "wins#3": "skipped"}


def test_a_case_that_was_not_run_is_skipped() -> None:
    text = one("junit", card(ACCEPTED, not_run=(NotRun("phase3/late", 1, 2.0),), complete=False))
    assert results(text) == {"mate-in-3": "", "late": "skipped"}


def test_the_properties_say_what_the_verdicts_stand_for() -> None:
    text = one("junit", card(WRONG, LATE, OURS, assessment=ASSESSMENT))
    told = properties(suites(text)[0])
    assert told["score"] == "0"
    assert told["max_score"] == "3"
    assert told["rung"] == "alpha_beta"
    assert "rung" not in properties(suites(one("junit", card(WRONG), hints=False))[0])
    unplaced = replace(ASSESSMENT, rung="", evidence="")
    told = properties(suites(one("junit", card(WRONG, assessment=unplaced)))[0])
    assert ("rung" in told, told["next"]) == (False, ASSESSMENT.hint)
    assert properties(suites(one("junit", everything()))[0])["grader"] == "0"


def test_a_batch_is_a_testsuite_for_each_submission_none_taken_for_another() -> None:
    read = suites(many("junit", whole_batch()))
    assert [suite.name for suite in read][:2] == ["alice", "bob"]
    assert (read[3].errors, read[4].skipped) == (1, 1)
    keys = [(case.classname, case.name) for suite in read for case in suite]
    assert len(set(keys)) == len(keys)


def test_a_batch_of_nobody_is_a_file_too() -> None:
    assert suites(many("junit", Batch(()))) == []


@given(TEXTS)
def test_whatever_a_stranger_writes_the_file_is_valid_and_says_it(text: str) -> None:
    (suite,) = suites(one("junit", hostile_card(text)))
    assert suite.name == on_one_line(text)
    assert suite.errors == 1
    written = one("junit", hostile_card(text))
    assert written.isascii()


@pytest.mark.thorough
@given(TEXTS)
def test_a_candidate_may_be_called_anything(text: str) -> None:
    batch = Batch((Entry(text, text, None, None, None, why_not=text or "lost"),), title=text)
    (suite,) = suites(many("junit", batch))
    assert suite.name == on_one_line(text)


def test_it_can_be_parsed_from_a_stream_as_bytes() -> None:
    data = one("junit", hostile_card()).encode("ascii")
    assert junitparser.JUnitXml.fromfile(io.BytesIO(data)) is not None

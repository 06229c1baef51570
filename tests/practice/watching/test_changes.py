"""What of a run is worth telling beside the one before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.model.history import Turn
from graders.practice.run_history import CaseRun
from graders.practice.watch_session import changes, on_the_same_terms
from graders.reports.watching import changes_message

NOTHING = "nothing changed since the last run"


def case(verdict: str = "accepted", wall_s: float = 0.1, name: str = "a/x") -> CaseRun:
    return CaseRun(name, verdict, 0, 1, wall_s)


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (case("wrong_answer"), case(wall_s=0.31), "x now accepted, 0.31 s"),
        (case(), case("time_limit_exceeded"), "x now missed: time limit exceeded"),
        (case("runtime_error"), case("wrong_answer"), "x now wrong answer, was runtime error"),
        (case(wall_s=0.3), case(wall_s=1.2), "x 0.9 s slower"),
        (case(wall_s=1.2), case(wall_s=0.3), "x 0.9 s faster"),
        (case(wall_s=0.01), case(wall_s=0.09), NOTHING),
        (case(wall_s=1.8), case(wall_s=1.6), NOTHING),
        (case("wrong_answer", 0.1), case("wrong_answer", 1.9), NOTHING),
    ],
)
def test_what_is_told_of_a_case(before: CaseRun, now: CaseRun, said: str) -> None:
    assert changes_message(changes({"a/x": before}, [now])) == said


def test_a_case_that_was_not_run_before_has_nothing_to_differ_from() -> None:
    assert changes({}, [case()]) == ()


def test_a_case_of_another_version_of_its_suite_has_nothing_to_differ_from_either() -> None:
    before = {"a/x": case(), "b/x": case(name="b/x")}
    now = [replace(case("wrong_answer"), version=2), case("wrong_answer", name="b/x")]
    assert set(on_the_same_terms(before, now)) == {"b/x"}


def test_what_broke_comes_first() -> None:
    before = {"a/x": case("wrong_answer"), "b/x": case()}
    found = changes(before, [case(name="a/x"), case("wrong_answer", name="b/x")])
    assert [change.turn for change in found] == [Turn.MISSED, Turn.ACCEPTED]
    assert changes_message(found) == "b/x now missed: wrong answer; a/x now accepted, 0.10 s"

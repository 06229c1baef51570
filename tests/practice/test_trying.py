"""A case to try holds the question; the answer is looked up when there is something to judge."""

from __future__ import annotations

import msgspec
import pytest

from graders.katas import all_katas, kata_named
from graders.model.outcome import Event, Outcome
from graders.model.verdict import Verdict
from graders.practice.run_in_terminal import judged, trials
from graders.suites import SuiteError

KATAS = tuple(all_katas().values())


def test_a_group_is_all_of_its_members_and_a_number_one_of_them() -> None:
    members = trials(KATAS, "mate-in-9")
    assert [trial.id for trial in members] == ["phase3/mate-in-9#1", "phase3/mate-in-9#2"]
    assert trials(KATAS, "mate-in-9#2") == trials(KATAS, "phase3/mate-in-9#2") == members[1:]


@pytest.mark.parametrize("name", ["mate-in-9#1", "win-at-once", "vertical-win", "trap-1~mirror"])
def test_what_is_held_while_it_runs_tells_no_answer(name: str) -> None:
    (trial,) = trials(KATAS, name)
    fields = {each.name for each in msgspec.structs.fields(trial)}
    assert fields == {"id", "kata", "asks", "cap_s", "wanted", "question", "position"}
    assert "accept" not in repr(trial)
    assert "expected" not in repr(trial)
    if trial.position is not None:
        assert trial.position.marks == ()


def test_several_cases_of_one_name_are_listed() -> None:
    with pytest.raises(SuiteError, match=r"names 11 cases, try one of them: phase4/trap-1, .*…"):
        trials(KATAS, "trap-*")


def test_a_name_that_is_nearly_right_is_told() -> None:
    with pytest.raises(SuiteError, match="did you mean phase3/mate-in-9"):
        trials(KATAS, "mate-in9")


def outcome(value: object, wall_s: float = 0.1) -> Outcome:
    return Outcome(Event.REPLIED, value=value, wall_s=wall_s)


def test_the_verdict_is_that_of_the_kata_whatever_the_time() -> None:
    (trial,) = trials(KATAS, "win-at-once")
    assert judged(KATAS, trial, outcome(2)).verdict is Verdict.ACCEPTED
    late = judged(KATAS, trial, outcome(2, wall_s=99.0))
    assert (late.verdict, late.wall_s, late.cap_s) == (Verdict.ACCEPTED, 99.0, 2.0)
    assert judged(KATAS, trial, outcome(True)).verdict is Verdict.INVALID_ANSWER


def test_a_miss_is_explained_as_a_report_does() -> None:
    (trial,) = trials(KATAS, "win-at-once")
    result = judged(KATAS, trial, outcome(3))
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.explanation is not None
    told = kata_named(trial.kata).tell(result.explanation)
    assert "YELLOW is to move; column 2 wins at once." in told


def test_a_variant_can_be_tried() -> None:
    (trial,) = trials(KATAS, "win-at-once~mirror")
    assert judged(KATAS, trial, outcome(4)).accepted

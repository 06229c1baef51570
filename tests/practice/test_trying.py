"""A case to try holds the question; the answer is looked up when there is something to judge."""

from __future__ import annotations

import msgspec
import pytest

from graders.katas import all_katas, kata_named
from graders.model.outcome import Event, Outcome
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.practice.trials import Trial, appraised, judged, own_trial, trials
from graders.suites import SuiteError

KATAS = tuple(all_katas().values())


def test_a_group_is_all_of_its_members_and_a_number_one_of_them() -> None:
    members = trials(KATAS, "mate-in-9")
    assert [trial.id for trial in members] == ["phase3/mate-in-9#1", "phase3/mate-in-9#2"]
    assert trials(KATAS, "mate-in-9#2") == trials(KATAS, "phase3/mate-in-9#2") == members[1:]


@pytest.mark.parametrize("name", ["mate-in-9#1", "win-at-once#1", "vertical-win", "trap-1~mirror"])
def test_what_is_held_while_it_runs_tells_no_answer(name: str) -> None:
    (trial,) = trials(KATAS, name)
    fields = {each.name for each in msgspec.structs.fields(trial)}
    told = {"id", "kata", "asks", "cap_s", "wanted", "question", "in_javascript", "position"}
    assert fields == told | {"own"}
    assert "accept" not in repr(trial)
    assert "expected" not in repr(trial)
    if trial.position is not None:
        assert trial.position.marks == ()


def answered(trial: Trial, column: object) -> Result:
    return judged(KATAS, trial, Outcome(Event.REPLIED, value=column))


@pytest.mark.parametrize(
    ("column", "keeps", "said"),
    [
        (3, True, ("column 3 wins at once",)),
        (0, False, ("column 0 loses in 2 plies", "column 3 wins at once")),
    ],
)
def test_a_column_in_a_position_of_ones_own_is_worth_what_search_finds(
    column: int, keeps: bool, said: tuple[str, ...]
) -> None:
    trial = own_trial(KATAS, "061626", "YELLOW")
    assert (trial.id, trial.kata, trial.asks) == ("after 061626", "best_move", "")
    found = appraised(KATAS, trial, answered(trial, column), 2_000)
    assert found is not None
    assert (found.keeps, found.said) == (keeps, said)


def test_a_column_that_is_not_settled_is_not_called_wrong() -> None:
    trial = own_trial(KATAS, "0032", "RED")
    found = appraised(KATAS, trial, answered(trial, 3), 100)
    assert found is not None
    assert found.keeps is None
    assert "not settled within 100 positions" in found.said[0]


def test_what_is_no_column_is_judged_as_in_any_case() -> None:
    trial = own_trial(KATAS, "000000", "RED")
    for column, verdict in ((0, Verdict.INVALID_ANSWER), ("3", Verdict.INVALID_ANSWER)):
        result = answered(trial, column)
        assert (result.verdict, appraised(KATAS, trial, result, 100)) == (verdict, None)


@pytest.mark.parametrize(("moves", "why"), [("0011223", "finished"), ("7", "column"), ("x", "x")])
def test_a_game_that_does_not_go_on_is_refused(moves: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        own_trial(KATAS, moves, "RED")
    with pytest.raises(SuiteError, match="no kata with positions"):
        own_trial([kata_named("operations")], "", "RED")


def test_several_cases_of_one_name_are_listed() -> None:
    with pytest.raises(SuiteError, match=r"names 11 cases, try one of them: phase4/trap-1, .*…"):
        trials(KATAS, "trap-*")


def test_a_name_that_is_nearly_right_is_told() -> None:
    with pytest.raises(SuiteError, match="did you mean phase3/mate-in-9"):
        trials(KATAS, "mate-in9")


def outcome(value: object, wall_s: float = 0.1) -> Outcome:
    return Outcome(Event.REPLIED, value=value, wall_s=wall_s)


def test_the_verdict_is_that_of_the_kata_whatever_the_time() -> None:
    (trial,) = trials(KATAS, "win-at-once#1")
    assert judged(KATAS, trial, outcome(2)).verdict is Verdict.ACCEPTED
    late = judged(KATAS, trial, outcome(2, wall_s=99.0))
    assert (late.verdict, late.wall_s, late.cap_s) == (Verdict.ACCEPTED, 99.0, 2.0)
    assert judged(KATAS, trial, outcome(True)).verdict is Verdict.INVALID_ANSWER


def test_a_miss_is_explained_as_a_report_does() -> None:
    (trial,) = trials(KATAS, "win-at-once#1")
    result = judged(KATAS, trial, outcome(3))
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.explanation is not None
    told = kata_named(trial.kata).tell(result.explanation)
    assert "YELLOW is to move; column 2 wins at once." in told


def test_a_variant_can_be_tried() -> None:
    (trial,) = trials(KATAS, "win-at-once#1~mirror")
    assert judged(KATAS, trial, outcome(4)).accepted

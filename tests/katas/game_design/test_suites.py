"""The scripts of the shipped suites: what they may say, that they are proved, that hints fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.katas.game_design.brute_force import BruteForce
from graders.katas.game_design.hints import TOPICS, hints_on
from graders.katas.game_design.kata import KATA
from graders.katas.game_design.prove import prove
from graders.katas.game_design.script import Asked
from graders.katas.game_design.task import DesignTask, in_words, read_task
from graders.katas.hinting import Missed
from graders.katas.kata import TaskError
from graders.model.suite import Case
from tests.shipped import shipped

CASES = [case for suite in shipped("game_design", stretch=True) for case in suite.cases]


def task_of(case: Case) -> DesignTask:
    assert isinstance(case.task, DesignTask)
    return case.task


def task(*steps: str, **size: int) -> DesignTask:
    return read_task({"steps": list(steps), **size})


def test_each_key_is_proved() -> None:
    wrong = [
        f"{case.id}: {problem}" for case in CASES for problem in KATA.prove(task_of(case)).problems
    ]
    assert not wrong, "\n".join(wrong)
    assert [case.id for case in CASES if not case.about] == []


def test_a_case_is_shown_without_its_answers_where_these_are_not_asked_for() -> None:
    wrong = []
    for case in CASES:
        hidden, open_to_all = (
            KATA.show(task_of(case), 0, spoilers=spoilers) for spoilers in (False, True)
        )
        if hidden.answer or "expected" in str(hidden) or "expected" not in str(open_to_all.answer):
            wrong.append(case.id)
    assert not wrong, wrong


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("turn -> 1", "turn -> 2"),
        ("state -> playing", "state -> won"),
        ("winner -> nobody", "winner -> 1"),
        ("move 2 0 -> no", "move 2 0 -> yes"),
        ("can 7 -> no", "can 7 -> yes"),
        ("cell 5 0 -> empty", "cell 5 0 -> 1"),
        ("full -> no", "full -> yes"),
    ],
)
def test_a_wrong_key_is_no_proof(right: str, wrong: str) -> None:
    assert prove(task(right)).holds
    (problem,) = prove(task(wrong)).problems
    assert "step 1" in problem


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (["jump -> yes"], "'jump' is none of play, move"),
        (["move 1 -> yes"], "move takes player column"),
        (["move 3 0 -> yes"], "the players are 1 and 2"),
        (["turn"], "what is expected of turn is one of 1, 2"),
        (["turn -> 3"], "what is expected of turn is one of 1, 2"),
        (["play 0000000"], "step 7: column 0 has no room"),
        (["move 1 7 -> yes"], "step 1: there is no column 7"),
        (["place 1 0 -> yes", "line 2 -> no"], "asks for a line of who did not move last"),
        (["cell 6 0 -> empty"], "step 1: there is no such cell"),
        ([], "should be 1 to 200, but there are 0"),
        (["undo -> yes"], "step 1: there is no move to undo"),
    ],
)
def test_a_script_that_cannot_be_is_refused(steps: list[str], why: str) -> None:
    with pytest.raises(TaskError, match=why):
        read_task({"steps": steps})


@given(st.lists(st.integers(-1, 7), max_size=60), st.integers(2, 4))
def test_reference_and_brute_force_agree_on_any_game(columns: list[int], k: int) -> None:
    slow = BruteForce(6, 7, k)
    steps: list[Asked] = []
    for column in columns:
        player = int(slow.answer(Asked("game", "turn", (), "")))
        for word, arguments in (("move", (player, column)), ("state", ()), ("winner", ())):
            asked = Asked("game", word, arguments, "")
            steps.append(Asked("game", word, arguments, slow.answer(asked)))
    if steps:
        assert prove(DesignTask(tuple(steps), k=k)).holds


def test_each_case_has_a_topic_of_its_own_kind_and_each_topic_a_case() -> None:
    topics = [TOPICS.of(case.id) for case in CASES]
    assert set(topics) == set(TOPICS.hints)
    last = list(TOPICS.hints)[-1]
    assert {case.id for case, topic in zip(CASES, topics, strict=True) if topic is last} == {
        case.id for case in CASES if "a-bot-" in case.id
    }
    assert hints_on([]) is None


def test_every_topic_has_questions_and_three_steps() -> None:
    asked = KATA.interview().topics
    for hints in TOPICS.hints:
        assert hints.topic in asked
        assert len(set(hints.steps)) == 3
        assert hints.outline.startswith("1. ")
        found = hints_on([Missed(next(c.id for c in CASES if TOPICS.of(c.id) is hints), "")])
        assert found is hints


def test_a_step_is_told_in_the_names_of_the_statement() -> None:
    told = [in_words(step) for step in task("play 3", "bot 2 -> legal", "name 1 -> given").steps]
    assert told == ["game.make_move(player 1, 3)", "bot.choose_column(game)", "player 1.name"]

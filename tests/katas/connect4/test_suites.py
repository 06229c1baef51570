"""Each session of the class has a topic, and what is hinted at comes in the order of learning."""

from __future__ import annotations

import pytest

from graders.katas.connect4.hints import EXAMPLE, TOPICS, hints_on
from graders.katas.connect4.kata import KATA
from graders.katas.hinting import Missed
from graders.katas.interview import general
from tests.katas.driven.here import cases


def test_every_topic_has_a_case_questions_and_a_glob_that_fits() -> None:
    topics = {TOPICS.of(case.id).topic for case in cases("connect4", "rules")}
    assert topics == {hints.topic for hints in TOPICS.hints} - {"scale"}
    asked = KATA.interview().topics
    assert set(asked) == {hints.topic for hints in (*TOPICS.hints, EXAMPLE)} | set(general().topics)


@pytest.mark.parametrize(
    ("ids", "topic"),
    [
        (["rules/text", "rules/discs-stack"], "board"),
        (["rules/falling-from-the-upper-left-corner"], "edges"),
        (["rules/one-way-to-refuse"], "one_way"),
        (["rules/no-line-with-a-bend"], "whole_line"),
        (["published/level", "scale/sixty-whole-games"], "example"),
        (["scale/ten-thousand-games"], "scale"),
        (["scale/three-games-in-turn"], "objects"),
    ],
)
def test_the_first_topic_in_the_order_of_learning_is_hinted_at(ids: list[str], topic: str) -> None:
    found = hints_on([Missed(each, "wrong_answer") for each in ids])
    assert found is not None
    assert found.topic == topic

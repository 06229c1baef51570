"""Each case of a design has a topic, and each topic questions and three steps to learn it by."""

from __future__ import annotations

from graders.katas.game_design.hints import TOPICS, hints_on
from graders.katas.game_design.kata import KATA
from graders.katas.hinting import Missed
from tests.katas.driven.here import cases

CASES = cases("game_design", "game", "parts", "further")


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

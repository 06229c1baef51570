"""Hints go three steps deep on every topic, and none of them gives an answer away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from graders.katas import all_katas, kata_named
from graders.katas.best_move.standing import hints as texts
from graders.katas.best_move.standing.faults import Mistake
from graders.katas.best_move.standing.lessons import BY_MANNER, BY_MISTAKE
from graders.katas.best_move.standing.placing import Manner
from graders.katas.best_move.standing.topics import nudge, steps
from graders.katas.best_move.task import BestMoveTask
from graders.katas.hinting import BY_VERDICT, Hints, Missed, by_verdict
from graders.katas.operations.hints import _EXAMPLE, TOPICS, hints_on
from graders.model.suite import members_of
from graders.model.verdict import Verdict
from tests.shipped import shipped

ROOT = Path(__file__).resolve().parent.parent.parent
BEST_MOVE_TOPICS = [
    *(str(manner) for manner in Manner),
    *(f"{manner}/prunes" for manner in texts.PRUNES_ALREADY),
    *(f"{manner}/remembers" for manner in texts.REMEMBERS_ALREADY),
    *(f"fault/{mistake}" for mistake in Mistake),
]


def all_hints() -> Iterator[Hints]:
    yield from (steps(topic) for topic in BEST_MOVE_TOPICS)
    yield from TOPICS.hints
    yield from BY_VERDICT.values()
    yield _EXAMPLE


def test_each_step_is_there_and_tells_something_else() -> None:
    wrong = [
        hints.topic
        for hints in all_hints()
        if len(set(hints.steps)) != 3
        or any(len(step) <= 30 for step in hints.steps if step != hints.nudge)
        or not hints.outline.startswith("1. ")
        or "\n" in "".join(hints.steps)
    ]
    assert not wrong, wrong


def test_what_to_read_is_there() -> None:
    wrong = [
        f"{hints.topic}: {hints.read}"
        for hints in all_hints()
        if not (ROOT / hints.read).is_file() and not hints.read.startswith("the README")
    ]
    assert not wrong, "\n".join(wrong)


def test_no_step_names_a_column_or_writes_a_position() -> None:
    wrong = [
        f"{hints.topic}: {step}"
        for hints in all_hints()
        for step in hints.steps
        if re.search(r"\bcolumns? \d|\d{4,}|def ", step, re.IGNORECASE)
    ]
    assert not wrong, "\n".join(wrong)


def words_for_the_answer(task: BestMoveTask) -> Iterator[str]:
    for column, form in product(task.accept, ("column {}", "play {}", "in {} wins", "answer {}")):
        yield form.format(column)
    yield task.moves


def test_no_step_gives_the_answer_of_any_case() -> None:
    said = " ".join(step for hints in all_hints() for step in hints.steps).lower()
    for suite in shipped("best_move", stretch=True):
        for case in members_of(suite.cases):
            assert isinstance(case.task, BestMoveTask)
            assert not [text for text in words_for_the_answer(case.task) if text in said], case.id
    for suite in shipped("operations", stretch=True):
        assert not [case.id for case in suite.cases if case.id in said]


def test_every_manner_and_every_mistake_has_a_lesson() -> None:
    assert set(BY_MANNER) == set(Manner)
    assert set(BY_MISTAKE) == set(Mistake)


def test_a_topic_of_several_parts_is_nudged_at_in_the_order_of_its_parts() -> None:
    said = nudge("block_first+deepening/remembers+fault/copies")
    assert said.startswith("First find out why it misses a block")
    assert "A table of positions, which yours seems to have" in said
    assert said.endswith("many more positions are searched in the same time.")
    assert steps("go_on+deepening").topic == steps("deepening").topic == "deepening"


@pytest.mark.parametrize("topic", ["", "chess", "fault/chess", "go_on"])
def test_what_is_no_topic_is_refused(topic: str) -> None:
    with pytest.raises(ValueError, match="not a valid"):
        steps(topic)


@pytest.mark.parametrize("verdict", BY_VERDICT)
def test_without_an_answer_to_judge_the_verdict_is_the_topic(verdict: Verdict) -> None:
    missed = [Missed("a/b", "wrong_answer"), Missed("a/c", str(verdict))]
    assert by_verdict(missed) is BY_VERDICT[verdict]
    for name in all_katas():
        assert kata_named(name).hints("", missed) is BY_VERDICT[verdict]


@pytest.mark.parametrize("name", all_katas())
def test_a_run_without_a_miss_has_no_hint_unless_its_standing_has(name: str) -> None:
    assert kata_named(name).hints("", []) is None


def test_a_run_that_tells_too_little_begins_at_the_beginning() -> None:
    found = kata_named("best_move").hints("", [Missed("phase2/win-at-once", "wrong_answer")])
    assert found == steps("no_search")


@pytest.mark.parametrize(
    ("ids", "topic"),
    [
        (["rules/row-0-is-the-top", "rules/k-1"], "rows"),
        (["rules/reset-after-a-win", "rules/negative-column"], "columns"),
        (["rules/reset-after-a-win"], "reset"),
        (["rules/win-stays-a-win"], "end"),
        (["rules/player-2-wins"], "lines"),
        (["rules/player-2-wins-on-the-last-disc"], "end"),
        (["rules/status-before-the-first-disc"], "end"),
        (["rules/invalid-operation-after-the-end"], "unknown_operations"),
        (["rules/k-minus-one-is-not-enough"], "whole_line"),
        (["published/example-2", "rules/k-1"], "sizes"),
        (["published/example-2", "scale/random-discs"], "example"),
        (["scale/random-discs"], "speed"),
    ],
)
def test_the_first_topic_in_the_order_of_learning_is_hinted_at(ids: list[str], topic: str) -> None:
    found = hints_on([Missed(each, "wrong_answer") for each in ids])
    assert found is not None
    assert found.topic == topic


def test_every_topic_of_operations_has_a_case_and_every_rule_a_topic_of_its_own() -> None:
    rules = next(suite for suite in shipped("operations") if suite.name == "rules")
    topics = {TOPICS.of(case.id).topic for case in rules.cases}
    assert topics == {hints.topic for hints in TOPICS.hints} - {"speed"}

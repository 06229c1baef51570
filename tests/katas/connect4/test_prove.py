"""The suites, the reference and brute force say the same of every session."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.katas import kata_named
from graders.katas.connect4.brute_force import Game
from graders.katas.connect4.check import rows_of
from graders.katas.connect4.hints import EXAMPLE, TOPICS, hints_on
from graders.katas.connect4.kata import KATA
from graders.katas.hinting import Missed
from graders.katas.interview import general
from graders.model.suite import Suite
from graders.tools.verifying.proofs import proofs_part
from solutions.connect4 import Connect4
from tests.shipped import shipped

EXAMPLES = [100, pytest.param(10_000, marks=pytest.mark.slow)]
SUITES = {suite.name: suite for suite in shipped("connect4", stretch=True)}
NO_COLUMNS = st.sampled_from([-1, 7, -7, 100, "3", 2.5, None, True])


@pytest.mark.parametrize("suite", [SUITES["published"], SUITES["rules"]], ids=lambda it: it.name)
def test_all_agree_on_every_shipped_session(suite: Suite) -> None:
    part = proofs_part(kata_named("connect4"), suite.cases)
    assert part.problems == ()
    assert len(part.rows) == len(suite.cases)


def test_there_are_a_rule_a_session_and_ten_thousand_games() -> None:
    assert len(SUITES["rules"].cases) >= 40
    many = SUITES["scale"].cases[0].task
    assert getattr(many, "games", 0) == 10_000


def test_a_generated_session_is_the_same_every_time_and_proved() -> None:
    recipe = {"generate": {"games": 30, "seed": 4, "whole": 5}}
    one, two = KATA.read_task(recipe), KATA.read_task(recipe)
    assert one.steps == two.steps
    assert KATA.prove(one).holds
    assert KATA.prove(one).cells == ("30", f"{len(one.steps):,}")


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (["play 3", "board -> ///2///"], "step 2, board: brute force ///1///"),
        (["winner -> 1"], "step 1, winner: brute force nobody, reference nobody, the suite 1"),
        (["play 0 -> refused"], "step 1, play: brute force played, reference played, the suite"),
    ],
)
def test_a_key_changed_on_purpose_is_caught(steps: list[str], problem: str) -> None:
    proof = KATA.prove(KATA.read_task({"steps": steps}))
    assert not proof.holds
    assert problem in proof.problems[0]


@pytest.mark.parametrize("examples", EXAMPLES)
def test_the_reference_plays_any_game_as_the_checker_does(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.lists(st.one_of(st.integers(0, 6), st.integers(0, 6), NO_COLUMNS), max_size=60))
    def plays(columns: list[object]) -> None:
        reference, slow = Connect4(), Game()
        for column in columns:
            assert played(reference, column) == slow.play(column)
            assert (reference.check_winner() or 0) == slow.winner()
        shown = tuple(row.translate(str.maketrans(".XO", ".12")) for row in reference.rows())
        assert shown == slow.rows() == rows_of(slow.heights())

    plays()


def played(reference: Connect4, column: object) -> bool:
    try:
        reference.play(column)  # type: ignore[arg-type]  # that is what is tried
    except ValueError:
        return False
    return True


def test_every_topic_has_a_case_questions_and_a_glob_that_fits() -> None:
    topics = {TOPICS.of(case.id).topic for case in SUITES["rules"].cases}
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

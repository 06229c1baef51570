"""The checker that looks at every line every time, and the references, play the same games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.katas.driven.check import expected_of
from graders.katas.driven.prove import prove
from graders.katas.driven.task import ScriptTask, Size, Step
from graders.katas.rules import Rules, winning_lines
from solutions.connect4 import Connect4

EXAMPLES = [60, pytest.param(10_000, marks=pytest.mark.slow)]
NO_COLUMNS = st.sampled_from([-1, 7, -7, 100, "3", 2.5, None, True])
COLUMNS = st.lists(st.one_of(st.integers(0, 6), st.integers(0, 6), NO_COLUMNS), max_size=60)


def test_a_board_has_as_many_lines_as_geometry_says() -> None:
    assert [len(winning_lines(*size)) for size in ((6, 7, 4), (7, 7, 4), (2, 2, 3))] == [69, 88, 0]


@pytest.mark.parametrize("examples", EXAMPLES)
def test_the_class_of_connect4_plays_any_game_by_the_rules(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(COLUMNS)
    def plays(columns: list[Any]) -> None:
        reference, rules = Connect4(), Rules(7, 7, 4)
        for column in columns:
            assert is_played(reference, column) == rules.move(rules.turn(), column)
            assert (reference.check_winner() or 0) == rules.winner()
        signs = str.maketrans(".XO", ".12")
        assert tuple(row.translate(signs) for row in reference.rows()) == rules.drawing()

    plays()


def is_played(reference: Connect4, column: int) -> bool:
    try:
        reference.play(column)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("examples", EXAMPLES)
def test_the_design_of_a_game_plays_any_game_by_the_rules(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.lists(st.tuples(st.sampled_from([1, 2, 0]), st.integers(-1, 7))), st.integers(3, 5))
    def plays(moves: list[tuple[int, int]], k: int) -> None:
        size: Size = (6, 7, k)
        rules, steps = Rules(*size), list[Step]()
        for turn, column in moves:
            player = turn or rules.turn()
            for word, arguments in (("move", (player, column)), *QUESTIONS):
                step = Step("game", word, arguments, "")
                steps.append(Step("game", word, arguments, expected_of(step, rules)))
        if steps:
            proof = prove(ScriptTask(size, tuple(steps)), (6, 7, 4), "game_design", {})
            assert proof.holds, proof.problems

    plays()


QUESTIONS = (("state", ()), ("winner", ()), ("turn", ()))


def test_what_is_undone_was_never_played() -> None:
    rules = Rules(6, 7, 4)
    assert all(rules.move(rules.turn(), column) for column in (3, 0, 3, 0, 3, 0, 3))
    assert (rules.state(), rules.winner(), rules.move(2, 1)) == ("won", 1, False)
    assert rules.undo()
    assert (rules.state(), rules.winner(), rules.turn()) == ("playing", 0, 1)
    assert [rules.undo() for _ in range(7)] == [True] * 6 + [False]

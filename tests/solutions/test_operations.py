"""The reference of the operations kata against a checker that looks at the whole board."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.katas.operations.prove import replay
from graders.katas.operations.task import Operation
from solutions.operations import solution

WORDS = st.sampled_from([("status",), ("reset",), ("undo",), ("drop",), ("Status", 1)])
DROPS = st.tuples(st.just("drop"), st.integers(-1, 6), st.integers(0, 3))


@st.composite
def games(draw: st.DrawFn) -> tuple[int, int, int, list[Operation]]:
    """Draw a small board and a script in which most drops are by the player on turn."""
    rows, cols, k = draw(st.integers(1, 6)), draw(st.integers(1, 6)), draw(st.integers(1, 7))
    script: list[Operation] = []
    player = 1
    for _ in range(draw(st.integers(0, 60))):
        kind = draw(st.integers(0, 9))
        if kind == 0:
            script.append(draw(WORDS))
            player = 1 if script[-1] == ("reset",) else player
        elif kind == 1:
            script.append(draw(DROPS))
        else:
            script.append(("drop", draw(st.integers(0, cols - 1)), player))
            if isinstance(replay(rows, cols, k, script)[-1], int):
                player = 3 - player
    return rows, cols, k, script


@settings(max_examples=100, deadline=None)
@given(games())
def test_agrees_with_the_checker(game: tuple[int, int, int, list[Operation]]) -> None:
    rows, cols, k, script = game
    assert solution(rows, cols, k, script) == replay(rows, cols, k, script)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 5), st.lists(DROPS | WORDS))
def test_agrees_with_the_checker_on_noise(
    rows: int, cols: int, k: int, script: list[Operation]
) -> None:
    assert solution(rows, cols, k, script) == replay(rows, cols, k, script)


@pytest.mark.parametrize(
    "operation",
    [
        ("drop",), ("drop", 0), ("drop", 0, 1, 1), ("drop", "0", 1), ("drop", 0.0, 1),
        ("drop", True, 1), ("drop", 0, True), ("drop", None, 1), ("status", 0), ("reset", 0),
        ("Drop", 0, 1), ("undo",), (), (1,), None, 7, "drop", "status", {}, {"drop": 0},
    ],
)  # fmt: skip
def test_a_malformed_operation_is_invalid_and_changes_nothing(
    operation: Any,
) -> None:
    answers = solution(6, 7, 4, [("drop", 0, 1), operation, ("drop", 0, 2)])
    assert answers == [5, "error:invalid_operation", 4]
    script = [("drop", 0, 1), operation, ("drop", 0, 2), operation, ("status",), ("reset",)]
    assert solution(6, 7, 1, script) == [
        *(5, "error:invalid_operation", "error:game_over", "error:invalid_operation"),
        *(("win", 1), "OK"),
    ]


def test_takes_lists_as_well_as_tuples() -> None:
    assert solution(1, 1, 1, [["drop", 0, 1], ["status"]]) == [0, ("win", 1)]


def test_errors_come_in_their_order() -> None:
    refused = [("drop", 9, 2), ("drop", 0, 2), ("drop", 0, 1)]
    full = [("drop", 0, 1), ("drop", 0, 2)]
    assert solution(2, 2, 3, [*full, *refused])[2:] == [
        "error:out_of_range",
        "error:wrong_turn",
        "error:column_full",
    ]


def test_a_line_longer_than_k_by_joining_wins() -> None:
    script = [("drop", col, 1 + turn % 2) for turn, col in enumerate([0, 0, 1, 1, 3, 3, 4, 4, 2])]
    assert solution(6, 7, 5, [*script, ("status",)])[-1] == ("win", 1)

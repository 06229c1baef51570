"""The slow checker, against games that a person can follow."""

from __future__ import annotations

import pytest

from graders.katas.operations.prove import replay


def drops(columns: str) -> list[tuple[str | int, ...]]:
    return [("drop", int(col), 1 + turn % 2) for turn, col in enumerate(columns)]


@pytest.mark.parametrize(
    "columns", ["0101010", "0011223", "01122323363", "65544343303"],
    ids=["upright", "level", "rising", "falling"],
)  # fmt: skip
def test_a_line_in_each_direction_wins_and_one_disc_less_does_not(columns: str) -> None:
    status = [("status",)]
    assert replay(6, 7, 4, drops(columns[:-1]) + status)[-1] == "inProgress"
    assert replay(6, 7, 4, drops(columns) + status)[-1] == ("win", 1)


def test_errors_come_in_their_order() -> None:
    script = [*drops("00"), ("drop", 9, 2), ("drop", 0, 2), ("drop", 0, 1), ("undo",)]
    assert replay(2, 2, 3, script)[2:] == [
        "error:out_of_range",
        "error:wrong_turn",
        "error:column_full",
        "error:invalid_operation",
    ]


def test_a_game_that_is_over_refuses_every_drop_until_a_reset() -> None:
    script = [*drops("0"), ("drop", 9, 9), ("reset",), ("drop", 0, 2), ("drop", 0, 1)]
    assert replay(1, 1, 1, script) == [0, "error:game_over", "OK", "error:wrong_turn", 0]


def test_a_line_longer_than_the_board_is_never_made() -> None:
    assert replay(1, 3, 4, [*drops("012"), ("status",)])[-1] == "draw"


def test_true_is_no_column() -> None:
    assert replay(2, 2, 2, [("drop", True, 1)]) == ["error:invalid_operation"]

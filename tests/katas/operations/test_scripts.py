"""Reading a written step, and making a script from a few parameters."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from graders.katas.operations.prove import replay
from graders.katas.operations.task import (
    MOST_OPERATIONS,
    WORDS_RETURNED,
    Operation,
    Returned,
    generate,
    parse_step,
)

EVERY_KIND = [
    {"script": "fill", "statuses": 0.3},
    {"script": "lines", "games": 3, "discs": 11},
    {"script": "lines"},
    {"script": "pairs", "games": 2, "discs": 17, "statuses": 0.2},
    {"script": "status", "discs": 9},
    {"script": "resets", "resets": 0.2},
    {"script": "errors"},
    {"script": "full", "columns": 1},
]


def script(rows: int = 5, cols: int = 6, k: int = 4, **params: object) -> tuple[Operation, ...]:
    return generate({"operations": 200, "seed": 3, **params}, rows, cols, k)


def tally(returns: list[Returned]) -> Counter[object]:
    return Counter("row" if isinstance(each, int) else each for each in returns)


class TestSteps:
    @pytest.mark.parametrize(
        ("step", "operation", "returned"),
        [
            ("drop 0 1 -> 5", ("drop", 0, 1), 5),
            ("drop -1 1 -> error:out_of_range", ("drop", -1, 1), "error:out_of_range"),
            ("status -> win 2", ("status",), ("win", 2)),
            ("status -> inProgress", ("status",), "inProgress"),
            ("reset -> OK", ("reset",), "OK"),
            ("undo -> error:invalid_operation", ("undo",), "error:invalid_operation"),
            ("Drop 0 1 -> error:invalid_operation", ("Drop", 0, 1), "error:invalid_operation"),
            ("  drop  3   2  ->  0 ", ("drop", 3, 2), 0),
        ],
    )
    def test_a_step_is_an_operation_and_what_it_returns(
        self, step: str, operation: Operation, returned: Returned
    ) -> None:
        assert parse_step(step) == (operation, returned)

    @pytest.mark.parametrize("word", WORDS_RETURNED)
    def test_every_word_that_an_operation_returns(self, word: str) -> None:
        assert parse_step(f"status -> {word}")[1] == word

    @pytest.mark.parametrize(
        ("step", "reason"),
        [
            ("", "'' is not a step"),
            ("drop 0 1", "is not a step; write it as"),
            ("drop 0 1->5", "is not a step"),
            (" -> 5", "names no operation"),
            ("7 -> 5", "names no operation"),
            ("drop 0 -> 5", "a drop has a column and a player"),
            ("drop 0 one -> 5", "a drop has a column and a player"),
            ("drop 0 1 1 -> 5", "a drop has a column and a player"),
            ("status now -> draw", "status takes no arguments"),
            ("reset 1 -> OK", "reset takes no arguments"),
            ("status -> ", "returns ''"),
            ("status -> won", "returns 'won', which no operation does"),
            ("status -> win 3", "returns 'win 3'"),
            ("status -> win", "returns 'win'"),
            ("drop 0 1 -> -1", "returns '-1'"),
            ("drop 0 1 -> 5 -> 4", "returns '5 -> 4'"),
            ("reset -> ok", "returns 'ok'"),
        ],
    )
    def test_what_is_no_step_is_refused_with_a_reason(self, step: str, reason: str) -> None:
        with pytest.raises(ValueError, match=re.escape(reason)):
            parse_step(step)


class TestGenerating:
    @pytest.mark.parametrize("params", EVERY_KIND, ids=lambda params: params["script"])
    def test_the_same_parameters_make_the_same_script(self, params: dict[str, object]) -> None:
        assert script(**params) == script(**params)
        assert len(script(**params)) == 200

    def test_another_seed_makes_another_script(self) -> None:
        assert script(script="fill", seed=3) != script(script="fill", seed=4)

    def test_chances_are_the_same_on_every_machine(self) -> None:
        operations = script(script="fill", operations=8, seed=1)
        assert [operation[1] for operation in operations] == [5, 1, 2, 4, 0, 2, 0, 4]

    def test_a_longer_script_goes_on_where_the_shorter_one_ended(self) -> None:
        assert script(script="resets", resets=0.1, operations=300)[:200] == script(
            script="resets", resets=0.1
        )

    @pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 3)])
    @pytest.mark.parametrize("params", EVERY_KIND, ids=lambda params: params["script"])
    def test_every_kind_fits_every_board(
        self, params: dict[str, object], size: tuple[int, int]
    ) -> None:
        rows, cols = size
        fitting = {"discs": 1} if "discs" in params else {}
        assert len(script(rows, cols, 3, **(params | fitting))) == 200

    def test_fill_fills_the_board_and_is_refused_from_then_on(self) -> None:
        returns = replay(5, 6, 7, script(k=7, script="fill"))
        assert tally(returns) == {"row": 30, "error:game_over": 170}

    def test_lines_grow_until_the_last_disc_of_a_column(self) -> None:
        returns = replay(5, 6, 5, script(k=5, script="lines"))
        assert returns[0] == "OK"
        assert returns[1:26] == [4] * 6 + [3] * 6 + [2] * 6 + [1] * 6 + [0]
        assert returns[-1] == ("win", 1)

    def test_lines_are_won_again_and_again(self) -> None:
        returns = replay(5, 6, 3, script(k=3, script="lines", games=20, discs=5))
        assert tally(returns)["OK"] == 20
        assert returns[6] == "OK"

    def test_status_asks_for_nothing_else_once_the_discs_are_down(self) -> None:
        operations = script(script="status", discs=9)
        assert {operation[0] for operation in operations[:9]} == {"drop"}
        assert set(operations[9:]) == {("status",)}

    def test_resets_are_as_many_as_their_share_says(self) -> None:
        operations = script(script="resets", resets=0.9, operations=2000)
        assert 1700 < operations.count(("reset",)) < 1900

    def test_drops_keep_to_the_turn_after_a_reset(self) -> None:
        returns = replay(5, 6, 9, script(k=9, script="resets", resets=0.1))
        assert "error:wrong_turn" not in returns

    def test_errors_are_of_every_kind_and_nothing_else_follows_the_full_column(self) -> None:
        returns = replay(5, 6, 4, script(script="errors"))
        assert returns[:5] == [4, 3, 2, 1, 0]
        assert set(returns[5:]) == {
            "error:out_of_range",
            "error:wrong_turn",
            "error:column_full",
            "error:invalid_operation",
        }

    def test_pairs_give_nobody_three_in_a_row_and_end_in_a_draw(self) -> None:
        returns = replay(5, 8, 3, script(5, 8, k=3, script="pairs", statuses=0.3))
        assert {"inProgress", "draw"} <= set(returns)
        assert not [each for each in returns if isinstance(each, tuple)]

    def test_pairs_begin_anew_after_so_many_discs(self) -> None:
        returns = replay(5, 8, 3, script(5, 8, k=3, script="pairs", games=3, discs=7))
        assert tally(returns) == {"row": 21, "OK": 3, "inProgress": 176}

    def test_full_columns_have_no_room_for_any_of_the_drops_that_follow(self) -> None:
        returns = replay(5, 6, 7, script(k=7, script="full", columns=2))
        assert returns[:10] == [4, 3, 2, 1, 0] * 2
        assert set(returns[10:]) == {"error:column_full"}


class TestParameters:
    @pytest.mark.parametrize(
        ("params", "reason"),
        [
            ({}, "script: is missing, should be one of fill, lines, pairs, status, resets, errors"),
            ({"script": "spill"}, "script: is 'spill', not one of"),
            ({"script": ["fill"]}, "script: is ['fill'], not one of"),
            ({"script": "fill", "resets": 0.1}, "resets: is not a parameter of a fill script"),
            ({"script": "fill", "statuses": 1.5}, "statuses: is 1.5, not a share"),
            ({"script": "fill", "statuses": True}, "statuses: is True, not a share"),
            ({"script": "fill", "statuses": float("nan")}, "statuses: is nan, not a share"),
            ({"script": "resets"}, "resets: is missing"),
            ({"script": "status"}, "discs: is missing"),
            ({"script": "full"}, "columns: is missing"),
            ({"script": "full", "columns": 7}, "columns: is 7, not a whole number from 1 to 6"),
            ({"script": "status", "discs": 31}, "discs: is 31, not a whole number from 0 to 30"),
            ({"script": "lines", "games": 0}, "games: is 0, not a whole number"),
            ({"script": "fill", "operations": 0}, "operations: is 0, not a whole number"),
            ({"script": "fill", "operations": True}, "operations: is True"),
            ({"script": "fill", "operations": MOST_OPERATIONS + 1}, "operations: is 100001"),
            ({"script": "fill", "operations": None}, "operations: is missing"),
            ({"script": "fill", "seed": -1}, "seed: is -1, not a whole number"),
            ({"script": "fill", "seed": "7"}, "seed: is '7', not a whole number"),
        ],
    )
    def test_a_wrong_parameter_is_named(self, params: dict[str, object], reason: str) -> None:
        with pytest.raises(ValueError, match=re.escape(reason)):
            generate({"operations": 200, "seed": 3, **params}, 5, 6, 4)

    @pytest.mark.parametrize(
        ("size", "reason"),
        [((0, 6, 4), "rows: is 0"), ((5, 201, 4), "cols: is 201"), ((5, 6, 0), "k: is 0")],
    )
    def test_a_board_beyond_the_limits_is_refused(
        self, size: tuple[int, int, int], reason: str
    ) -> None:
        with pytest.raises(ValueError, match=re.escape(reason)):
            script(*size, script="fill")

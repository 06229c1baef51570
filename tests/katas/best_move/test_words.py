"""How the facts about a position are told: the board with marks, sentences, the end of a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields

from graders.katas.best_move.explain import facts_without_search
from graders.katas.best_move.messages import (
    LONGEST_LINE,
    cells_in_fours,
    end_of_line,
    line_text,
    tell,
)
from graders.katas.best_move.task import BestMoveTask
from graders.model.explanation import Column, Line, Mark, Picture, PositionExplanation
from kata.board import ROWS, Board

MATE_IN_5 = BestMoveTask("245023324564", (3,), mate_in=5)
WIN = Line("win", (3, 3, 1, 0, 1), 5)


def searched(task: BestMoveTask, played: Column | None = None, **fields: object):
    return with_fields(facts_without_search(task, None), played=played, searched=True, **fields)


def sentences(facts: PositionExplanation) -> list[str]:
    return [part for part in tell(facts) if isinstance(part, str)]


def pictures(facts: PositionExplanation) -> list[Picture]:
    return [part for part in tell(facts) if isinstance(part, Picture)]


def test_the_position_comes_first_with_the_played_and_the_right_column() -> None:
    position = tell(searched(MATE_IN_5, Column(0)))[0]
    assert isinstance(position, Picture)
    assert position.rows[-1] == "Y.RYYRR"
    assert set(position.marks) == {(3, Mark.RIGHT), (0, Mark.PLAYED)}


def test_a_right_column_that_was_played_is_only_right() -> None:
    [position] = pictures(facts_without_search(MATE_IN_5, 3))
    assert position.marks == ((3, Mark.RIGHT),)


def test_an_accepted_case_is_told_from_its_key_alone() -> None:
    assert sentences(facts_without_search(MATE_IN_5, 3)) == [
        "RED is to move; column 3 wins in 5 plies."
    ]


def test_a_win_is_spelt_out_and_its_end_is_drawn() -> None:
    facts = searched(MATE_IN_5, lines=(WIN,))
    assert sentences(facts) == [
        "RED is to move; column 3 wins in 5 plies.",
        "The winning line: RED 3, YELLOW 3, RED 1, YELLOW 0, RED 1.",
    ]
    assert pictures(facts)[1] == end_of_line(facts, WIN)


def test_a_win_at_once_is_told_so() -> None:
    facts = searched(BestMoveTask("001122", (3,), mate_in=1), lines=(Line("win", (3,), 1),))
    assert sentences(facts)[0] == "RED is to move; column 3 wins at once."


def test_of_several_winning_columns_the_soonest_is_named() -> None:
    facts = searched(BestMoveTask("10415322150142316165", (4, 6), mate_in=3))
    assert sentences(facts)[0].endswith("is to move; columns 4, 6 win, the soonest in 3 plies.")


def test_a_block_says_what_it_is_against() -> None:
    facts = searched(
        BestMoveTask("606152", (3,), goal="block"),
        Column(0, "loss", 2),
        lines=(Line("refutation", (0, 3), 2),),
    )
    assert sentences(facts) == [
        "RED is to move; only column 3 blocks: YELLOW would complete four there.",
        "Column 0 loses in 2 plies: RED 0, YELLOW 3.",
    ]
    assert pictures(facts)[1].highlighted == frozenset((5, column) for column in range(4))


def test_a_quiet_block_says_no_such_thing() -> None:
    facts = searched(BestMoveTask("0011", (2, 3), goal="block"))
    assert sentences(facts) == ["RED is to move; only columns 2, 3 block."]


def test_a_draw_is_told() -> None:
    facts = searched(BestMoveTask("0011", (2,), goal="block"), Column(4, "draw"))
    assert sentences(facts)[1] == "Column 4 draws."


def test_a_long_refutation_is_cut_and_not_drawn() -> None:
    line = Line("refutation", (4,) * 26, 26)
    facts = searched(MATE_IN_5, Column(4, "loss", 26), lines=(line,))
    assert sentences(facts)[2].startswith("Column 4 loses in 26 plies: RED 4, ")
    assert sentences(facts)[2].endswith(" and so on.")
    assert sentences(facts)[2].count(",") == LONGEST_LINE - 1
    assert len(pictures(facts)) == 1


def test_what_was_not_found_is_said_with_how_far_was_searched() -> None:
    facts = searched(MATE_IN_5, Column(0, safe_plies=7), node_limit=12_000)
    assert sentences(facts)[1:] == [
        "The winning line was not found within 12,000 positions looked at.",
        "What column 0 leads to was not found within 12,000 positions looked at; "
        "YELLOW cannot win within 7 plies after it.",
    ]
    assert len(pictures(facts)) == 1
    nothing = searched(MATE_IN_5, Column(0), node_limit=500)
    not_found = "was not found within 500 positions looked at."
    assert sentences(nothing)[2] == f"What column 0 leads to {not_found}"


def test_a_scorecard_from_when_the_clock_was_the_limit_can_still_be_told() -> None:
    facts = searched(MATE_IN_5, Column(0))
    assert sentences(facts)[1] == "The winning line was not found in time."


def test_a_loss_without_its_line_is_told() -> None:
    line = Line("refutation", (0,), 2, complete=False)
    facts = searched(MATE_IN_5, Column(0, "loss", 2), lines=(line,), node_limit=9)
    not_found = "the line was not found within 9 positions looked at."
    assert sentences(facts)[-1] == f"Column 0 loses in 2 plies; {not_found}"
    assert len(pictures(facts)) == 1


def test_a_loss_that_is_far_off_is_told_without_its_plies() -> None:
    facts = searched(MATE_IN_5, Column(4, "loss", safe_plies=19), node_limit=12_000)
    assert sentences(facts)[-1] == (
        "Column 4 loses, though YELLOW cannot win within 19 plies after it; "
        "the line was not found within 12,000 positions looked at."
    )


@pytest.mark.parametrize(
    ("accept", "wrong"),
    [
        ((Column(2), Column(3, "win")), "but column 2 does not win"),
        ((Column(2), Column(3)), "but columns 2, 3 do not win"),
    ],
)
def test_an_accepted_column_that_does_not_win_is_the_suites_fault(
    accept: tuple[Column, ...], wrong: str
) -> None:
    facts = searched(MATE_IN_5, accept=accept, contradiction="accepted_does_not_win")
    assert sentences(facts) == [
        f"RED is to move, {wrong}: the suite is wrong, as kata verify would show."
    ]


@pytest.mark.parametrize(("value", "does"), [("win", "wins"), ("draw", "draws")])
def test_a_played_column_that_is_right_too_is_the_suites_fault(value: str, does: str) -> None:
    facts = searched(
        BestMoveTask("001122", (0,), goal="draw"),
        Column(3, value),  # type: ignore[arg-type]
        contradiction="played_reaches_goal",
    )
    wanted = f"Column 3 {does} too: the suite is wrong, as kata verify would show."
    assert sentences(facts)[1] == wanted


def test_a_line_is_spelt_with_the_side_of_each_ply() -> None:
    assert line_text([], "RED") == ""
    assert line_text((6, 6, 4), "RED") == "RED 6, YELLOW 6, RED 4"


def test_five_in_a_row_are_all_highlighted() -> None:
    board = Board.from_moves("001133442")
    assert cells_in_fours(board) == {(0, column) for column in range(5)}


@given(st.text("0123456", max_size=42))
def test_cells_in_fours_are_those_of_the_winner(moves: str) -> None:
    board = Board()
    for move in moves:
        if int(move) in board.valid_moves() and board.check_winner() is None:
            board.drop_disc(int(move))
    cells = cells_in_fours(board)
    winner = board.check_winner()
    assert bool(cells) == (winner is not None)
    assert all(board.get_cell(row, col) is winner for row, col in cells)


def test_the_end_of_a_line_highlights_its_four() -> None:
    facts = searched(BestMoveTask("001122", (3,)))
    end = end_of_line(facts, Line("win", (3,), 1))
    assert end.rows[-1] == "RRRR..."
    assert end.highlighted == {(ROWS - 1, column) for column in range(4)}

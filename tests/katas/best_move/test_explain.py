"""A miss is explained: where it leads, what would have won, and both on a board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.katas.best_move.explain import (
    cells_in_fours,
    drawing_of_the_end,
    explain,
    in_words,
    marked,
)
from kata.board import Board, Player
from solutions.prover import OutOfBudgetError, Position, Prover

MATE_IN_5 = Board.from_moves("245023324564")
MUST_BLOCK = Board.from_moves("606152")
LATE = "436014551150160155104632660465204"


def line_of(sentence: str) -> list[int]:
    """Return the columns of the line that a sentence spells out."""
    _, _, spelt = sentence.rstrip(".").partition(": ")
    return [int(ply.split()[1]) for ply in spelt.split(", ")]


def test_the_played_and_the_right_column_are_marked_below_the_board() -> None:
    assert marked(MATE_IN_5, 0, [3]) == (
        ".......",
        ".......",
        ".......",
        "..Y.Y..",
        "..RRRY.",
        "Y.RYYRR",
        "0123456",
        "x  ^      x played, ^ right",
    )


@pytest.mark.parametrize("played", [None, 3])
def test_only_the_right_columns_are_marked_where_nothing_else_was_played(
    played: int | None,
) -> None:
    assert marked(MATE_IN_5, played, [1, 3])[-1] == " ^ ^      ^ right"


def test_the_winning_line_is_played_to_its_four() -> None:
    explanation = explain(MATE_IN_5, [3], mate_in=5)
    assert explanation.lines[0] == "RED is to move; column 3 wins in 5 plies."
    line = line_of(explanation.lines[1])
    assert len(line) == 5
    assert line[0] == 3
    end = MATE_IN_5.copy()
    for column in line:
        end.drop_disc(column)
    assert end.check_winner() is Player.RED
    assert "".join(explanation.final).count("[R]") == len(cells_in_fours(end)) >= 4


def test_a_column_that_does_not_block_is_refuted() -> None:
    explanation = explain(MUST_BLOCK, [3], goal="block", played=0)
    assert explanation.lines == (
        "RED is to move; only column 3 blocks: YELLOW would complete four there.",
        "Column 0 loses in 2 plies: RED 0, YELLOW 3.",
    )
    assert explanation.final[5] == "[Y][Y][Y][Y] .  R  R "


def test_a_column_that_loses_later_is_refuted_to_the_end() -> None:
    board = Board.from_moves("2450233245643")  # YELLOW to move, mated in 4
    explanation = explain(board, [2], goal="draw", played=0)
    sentence = explanation.lines[1]
    assert sentence.startswith("Column 0 loses in ")
    end = board.copy()
    for column in line_of(sentence):
        end.drop_disc(column)
    assert end.check_winner() is Player.RED


def test_a_long_refutation_is_cut_and_says_so() -> None:
    board = Board.from_moves("245023324564")
    lines = explain(board, [3], mate_in=5, played=4, seconds=20).lines
    assert lines[2].startswith("Column 4 loses in 26 plies: RED 4, ")
    assert lines[2].endswith(" and so on.")
    assert lines[2].count(",") == 13


def test_near_the_end_of_a_game_a_draw_is_told() -> None:
    board = Board.from_moves(LATE)
    draws = explain(board, [], goal="block", played=2).lines[1]
    assert draws == "Column 2 draws."
    missing = explain(board, [], goal="draw", played=2).lines[1]
    assert missing == "Column 2 draws too: the suite is wrong, as kata verify would show."


def test_a_line_that_takes_too_long_is_said_to_be_longer_than_it_looked() -> None:
    explanation = explain(MATE_IN_5, [3], mate_in=5, played=0, seconds=0.0)
    assert explanation.lines[0] == "RED is to move; column 3 wins in 5 plies."
    assert "longer than it looked" in explanation.lines[1]
    assert "longer than it looked" in explanation.lines[2]
    assert explanation.final == ()


def test_a_key_that_is_wrong_is_said_to_be_wrong() -> None:
    cannot = explain(Board.from_moves(LATE), [2])
    assert cannot.lines[0].endswith("cannot win: the suite is wrong, as kata verify would show.")
    also = explain(Board.from_moves("001122"), [0], goal="draw", played=3)
    assert also.lines[1].startswith("Column 3 wins")


@pytest.mark.parametrize("played", [-1, 7, 99])
def test_a_column_that_does_not_exist_has_no_story(played: int) -> None:
    assert explain(MUST_BLOCK, [3], goal="block", played=played).lines == (
        "RED is to move; only column 3 blocks: YELLOW would complete four there.",
    )


def test_a_full_column_has_no_story() -> None:
    board = Board.from_moves("33333301")
    assert len(explain(board, [2], goal="draw", played=3).lines) == 1


def test_several_columns_are_listed() -> None:
    board = Board.from_moves("001122")
    assert explain(board, [3]).lines[0] == "RED is to move; column 3 wins at once."
    lines = explain(Board.from_moves("0011"), [2, 3], goal="block").lines
    assert lines[0].startswith("RED is to move; only columns 2, 3 block")


def test_a_line_is_spelt_with_the_side_of_each_ply() -> None:
    assert in_words([], "R") == ""
    assert in_words((6, 6, 4), "R") == "RED 6, YELLOW 6, RED 4"


def test_five_in_a_row_are_all_marked() -> None:
    board = Board.from_moves("001133442")
    assert drawing_of_the_end(board, [])[5] == "[R][R][R][R][R] .  . "


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


@given(st.text("0123456", max_size=30), st.integers(0, 6), st.sets(st.integers(0, 6)))
def test_a_marked_drawing_keeps_the_board(moves: str, played: int, right: set[int]) -> None:
    board = Board()
    for move in moves:
        if int(move) in board.valid_moves():
            board.drop_disc(int(move))
    drawing = marked(board, played, right)
    assert Board.parse("\n".join(drawing[:7]), board.current_player) == board
    marks = drawing[7][:7]
    assert {col for col in range(7) if marks[col] == "^"} == right
    assert ("x" in marks) == (played not in right)


def test_of_several_winning_columns_the_soonest_is_named() -> None:
    board = Board.from_moves("10415322150142316165")
    first = explain(board, [4, 6], mate_in=3, seconds=60).lines[0]
    assert first.endswith("to move; columns 4, 6 win, the soonest in 3 plies.")


def test_a_loss_that_is_proved_is_told_though_its_line_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def out_of_budget(self: Prover, position: Position) -> tuple[int, ...]:
        raise OutOfBudgetError

    board = Board.from_moves("606152")
    monkeypatch.setattr(Prover, "best_line", out_of_budget)
    lines = explain(board, [3], goal="block", played=0).lines
    assert lines[-1] == "Column 0 loses in 2 plies; the line is longer than it looked."

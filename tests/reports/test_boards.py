"""The one renderer of boards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.model.explanation import Mark, Picture
from graders.reports.layout import Ink, board_lines, plain
from kata.board import Board

ROWS = (".......", ".......", ".......", "..Y.Y..", "..RRRY.", "Y.RYYRR")


def test_the_played_and_the_right_column_are_marked_below_the_board() -> None:
    picture = Picture(ROWS, marks=((3, Mark.RIGHT), (0, Mark.PLAYED)))
    assert plain(picture) == (*ROWS, "0123456", "x  ^      x played, ^ right")


def test_a_mark_that_is_not_there_is_not_in_the_legend() -> None:
    right = Picture(ROWS, marks=((1, Mark.RIGHT), (3, Mark.RIGHT)))
    assert plain(right)[-1] == " ^ ^      ^ right"
    assert plain(Picture(ROWS)) == (*ROWS, "0123456")
    assert plain(Picture(ROWS, marks=((2, Mark.STEP),)))[-1] == "  ^"


def test_highlighted_cells_are_in_brackets() -> None:
    picture = Picture(("RRRR.RY",), highlighted=frozenset((0, column) for column in range(4)))
    assert plain(picture) == ("[R][R][R][R] .  R  Y", " 0  1  2  3  4  5  6")


def test_marks_stand_below_the_cells_that_highlighting_spreads() -> None:
    picture = Picture(("RY",), marks=((1, Mark.STEP),), highlighted=frozenset({(0, 0)}))
    assert plain(picture) == ("[R] Y", " 0  1", "    ^")


def test_a_part_of_a_board_has_its_rows_numbered_as_well() -> None:
    picture = Picture(
        ("..", "X.", "XO"), marks=((100, Mark.STEP),), first_row=98, first_col=99, whole=False
    )
    assert plain(picture) == (
        " 98 ..",
        " 99 X.",
        "100 XO",
        "     1",
        "    90",
        "    90",
        "     ^",
    )


def test_a_caption_stands_above() -> None:
    assert plain(Picture(("X",), caption="before step 3")) == ("before step 3:", "X", "0")


def test_the_discs_and_nothing_else_have_a_colour() -> None:
    picture = Picture(("R.X", "Y.O"), caption="RYRY XO", marks=((1, Mark.PLAYED),))
    inks = [
        (text, ink) for line in board_lines(picture) for text, ink in line if ink is not Ink.PLAIN
    ]
    assert inks == [
        ("R", Ink.FIRST),
        ("X", Ink.FIRST),
        ("Y", Ink.SECOND),
        ("O", Ink.SECOND),
    ]


@given(st.text("0123456", max_size=30), st.integers(0, 6), st.sets(st.integers(0, 6)))
def test_a_marked_board_can_be_read_again(moves: str, played: int, right: set[int]) -> None:
    board = Board()
    for move in moves:
        if int(move) in board.valid_moves():
            board.drop_disc(int(move))
    marks = [(column, Mark.RIGHT) for column in right - {played}] + [(played, Mark.PLAYED)]
    lines = plain(Picture(tuple(str(board).splitlines()[:6]), marks=tuple(marks)))
    assert Board.parse("\n".join(lines[:7]), board.current_player) == board
    assert {col for col in range(7) if lines[7][col] == "^"} == right - {played}
    assert lines[7][played] == "x"

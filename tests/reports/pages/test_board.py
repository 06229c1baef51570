"""A board is drawn once and said once: whoever does not see it misses nothing."""

from __future__ import annotations

from graders.model.explanation import Mark, Picture
from graders.reports.pages.cases import CELL, Placed, drawing


def test_a_cell_that_is_empty_below_a_disc_is_said() -> None:
    drawn = drawing(Picture(("X.", "..", "O."), "a part"))
    assert drawn.words == "From the bottom up, column 0: O empty X."


def test_an_empty_board_is_called_so() -> None:
    assert drawing(Picture(("..", ".."))).words == "The board is empty."


def test_of_a_part_of_a_board_rows_are_numbered_and_columns_keep_their_numbers() -> None:
    drawn = drawing(
        Picture(("..", ".X"), marks=((41, Mark.STEP),), first_row=7, first_col=40, whole=False)
    )
    assert [number.what for number in drawn.numbers] == ["40", "41", "7", "8"]
    assert drawn.marks == (Placed("step", CELL, 2 * CELL + 15),)
    assert drawn.words == (
        "From the bottom of what is drawn up, column 41: X. Last disc or step: column 41."
    )
    assert drawn.view_box.startswith("-26 0 ")


def test_four_in_a_row_is_said_by_its_cells() -> None:
    drawn = drawing(Picture(("RR",), highlighted=frozenset({(0, 1), (0, 0)})))
    assert drawn.words.endswith(
        "Four in a row, with row 0 at the top: column 0 row 0, column 1 row 0."
    )
    assert [four.x for four in drawn.fours] == [0, CELL]


def test_only_what_is_played_and_what_is_right_needs_a_legend() -> None:
    marks = ((0, Mark.RIGHT), (1, Mark.PLAYED))
    drawn = drawing(Picture(("..",), marks=marks))
    assert [means for _, means in drawn.legend] == ["played", "right"]
    assert drawing(Picture(("..",), marks=((0, Mark.STEP),))).legend == ()


def test_a_wide_board_is_not_wider_than_a_page() -> None:
    assert drawing(Picture(("." * 60,))).shown_width == 960

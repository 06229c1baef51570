"""Hold a board, or a part of one, as a report draws it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Mark(StrEnum):
    """Name why a column is pointed at."""

    PLAYED = "played"
    RIGHT = "right"
    STEP = "step"


class Picture(msgspec.Struct, frozen=True):
    """Hold rows of letters, the top one first, and what to point out in them.

    `.` is an empty cell; `R` and `X` are discs of one side, `Y` and `O` of the other, all of them
    letters, so that none looks like the number of a column. `marks` name columns by their number
    on the board, `highlighted` cells by row and column within the picture. The upper left cell is
    row `first_row` and column `first_col` of the board; unless the picture is `whole`, its rows
    are numbered too.
    """

    rows: tuple[str, ...]
    caption: str = ""
    marks: tuple[tuple[int, Mark], ...] = ()
    highlighted: frozenset[tuple[int, int]] = frozenset()
    first_row: int = 0
    first_col: int = 0
    whole: bool = True

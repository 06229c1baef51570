"""Decide where everything of a picture of a board is drawn, and what is said of it in words.

A board is drawn in cells of 20 units. Every disc has its letter, the two sides differ in their
pattern as well as in colour, and the words say all that the drawing shows.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from graders.model.explanation import Mark, Picture

CELL = 20
_NUMBERS, _MARKS, _ROW_NUMBERS = 15, 13, 26
_WIDTH_OF_A_CELL = 34
_WIDEST = 960
_LEGEND = {Mark.PLAYED: "played", Mark.RIGHT: "right"}
_SAID = {Mark.PLAYED: "played", Mark.RIGHT: "right", Mark.STEP: "last disc or step"}
FIRST_SIDE = frozenset("RX")


class Placed(msgspec.Struct, frozen=True):
    """Hold a sign or a number and where it is drawn."""

    what: str
    x: int
    y: int


class Legend(msgspec.Struct, frozen=True):
    """Hold what a sign below the board means."""

    sign: str
    means: str


class Drawing(msgspec.Struct, frozen=True):
    """Hold a board as it is drawn.

    The board's upper left corner is at the origin; `left` is room for the numbers of rows. `words`
    say what is drawn to whoever does not see it.
    """

    caption: str
    words: str
    rows: int
    cols: int
    left: int
    below: int
    discs: tuple[Placed, ...]
    fours: tuple[Placed, ...]
    numbers: tuple[Placed, ...]
    marks: tuple[Placed, ...]
    legend: tuple[Legend, ...]

    @property
    def width(self) -> int:
        """Return the width of the board in units."""
        return self.cols * CELL

    @property
    def height(self) -> int:
        """Return the height of the board in units."""
        return self.rows * CELL

    @property
    def view_box(self) -> str:
        """Return the part of the plane that is shown."""
        return f"{-self.left} 0 {self.left + self.width} {self.height + self.below}"

    @property
    def shown_width(self) -> int:
        """Return how wide it is on a page, where there is room."""
        cells = (self.left + self.width) / CELL
        return min(round(cells * _WIDTH_OF_A_CELL), _WIDEST)


def drawing(picture: Picture) -> Drawing:
    """Return how a picture is drawn.

    >>> drawn = drawing(Picture((".R", "YR"), marks=((0, Mark.RIGHT),)))
    >>> drawn.words
    'From the bottom up, column 0: Y; column 1: R R. Right: column 0.'
    """
    marks = tuple(
        Placed(mark, (col - picture.first_col) * CELL, len(picture.rows) * CELL + _NUMBERS)
        for col, mark in picture.marks
    )
    used = [mark for mark in Mark if mark in {mark for _, mark in picture.marks}]
    return Drawing(
        caption=picture.caption,
        words=" ".join(_words(picture)),
        rows=len(picture.rows),
        cols=len(picture.rows[0]),
        left=0 if picture.whole else _ROW_NUMBERS,
        below=_NUMBERS + (_MARKS if marks else 0),
        discs=tuple(_discs(picture)),
        fours=tuple(Placed("four", *_at(row, col)) for row, col in sorted(picture.highlighted)),
        numbers=tuple(_numbers(picture)),
        marks=marks,
        legend=tuple(Legend(mark, _LEGEND[mark]) for mark in used if mark in _LEGEND),
    )


def _at(row: int, col: int) -> tuple[int, int]:
    return col * CELL, row * CELL


def _discs(picture: Picture) -> Iterator[Placed]:
    for row, letters in enumerate(picture.rows):
        for col, letter in enumerate(letters):
            if letter != ".":
                yield Placed(letter, *_at(row, col))


def _numbers(picture: Picture) -> Iterator[Placed]:
    for col in range(len(picture.rows[0])):
        yield Placed(
            str(picture.first_col + col), col * CELL + CELL // 2, len(picture.rows) * CELL + 12
        )
    if not picture.whole:
        for row in range(len(picture.rows)):
            yield Placed(str(picture.first_row + row), -_ROW_NUMBERS // 2, row * CELL + 14)


def _words(picture: Picture) -> Iterator[str]:
    columns = [
        f"column {picture.first_col + col}: {' '.join(discs)}"
        for col in range(len(picture.rows[0]))
        if (discs := _column(picture, col))
    ]
    if columns:
        where = "" if picture.whole else " of what is drawn"
        yield f"From the bottom{where} up, {'; '.join(columns)}."
    else:
        yield "The board is empty."
    for mark in Mark:
        marked = [str(col) for col, each in picture.marks if each is mark]
        if marked:
            said = _SAID[mark]
            many = "column" if len(marked) == 1 else "columns"
            yield f"{said[:1].upper()}{said[1:]}: {many} {', '.join(marked)}."
    if picture.highlighted:
        cells = ", ".join(
            f"column {picture.first_col + col} row {picture.first_row + row}"
            for row, col in sorted(picture.highlighted, key=lambda cell: (cell[1], cell[0]))
        )
        yield f"Four in a row, with row 0 at the top: {cells}."


def _column(picture: Picture, col: int) -> list[str]:
    """Return the discs of a column from the bottom up, an empty cell between two of them too."""
    letters = [row[col] for row in reversed(picture.rows)]
    while letters and letters[-1] == ".":
        letters.pop()
    return ["empty" if letter == "." else letter for letter in letters]

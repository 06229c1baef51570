"""Draw a picture of a board in letters, and say which letter has which colour."""

from __future__ import annotations

from collections.abc import Iterator

from graders.model.explanation import Mark, Picture
from graders.reports.lines import Ink, Line, as_text

SIGNS = {Mark.PLAYED: "x", Mark.RIGHT: "^", Mark.STEP: "^"}
"""What is drawn below a column for a mark."""

_IN_LEGEND = (Mark.PLAYED, Mark.RIGHT)
_INKS = {"R": Ink.FIRST, "X": Ink.FIRST, "Y": Ink.SECOND, "O": Ink.SECOND}


def drawn(picture: Picture, *, with_legend: bool = True) -> tuple[Line, ...]:
    """Return the lines of a picture from top to bottom.

    Column numbers stand below the board and marks below them, with a legend where that is wanted.
    Row numbers stand before a part of a board. Where cells are highlighted they are in brackets,
    and every cell is three characters wide.
    """
    return tuple(_lines(picture, with_legend=with_legend))


def legend(picture: Picture) -> str:
    """Return what the marks below a board mean.

    >>> legend(Picture(("..",), marks=((1, Mark.PLAYED),)))
    'x played'
    """
    used = {mark for _, mark in picture.marks}
    return ", ".join(f"{SIGNS[mark]} {mark}" for mark in _IN_LEGEND if mark in used)


def plain(picture: Picture) -> tuple[str, ...]:
    """Return the lines of a picture as mere text.

    >>> plain(Picture((".R.", "YRY"), marks=((2, Mark.PLAYED), (1, Mark.RIGHT))))
    ('.R.', 'YRY', '012', ' ^x   x played, ^ right')
    >>> plain(Picture(("YY",), highlighted=frozenset({(0, 1)})))
    (' Y [Y]', ' 0  1')
    """
    return as_text(drawn(picture))


def _lines(picture: Picture, *, with_legend: bool) -> Iterator[Line]:
    if picture.caption:
        yield ((f"{picture.caption}:", Ink.PLAIN),)
    numbers = _row_numbers(picture)
    for index, row in enumerate(picture.rows):
        cells = tuple(
            piece for col, letter in enumerate(row) for piece in _cell(picture, index, col, letter)
        )
        if cells[-1][0] == " ":
            cells = cells[:-1]
        yield ((numbers[index], Ink.PLAIN), *cells) if numbers[index] else cells
    margin = " " * len(numbers[0])
    for line in [*_column_numbers(picture), *_marks(picture, with_legend=with_legend)]:
        yield (((margin + line).rstrip(), Ink.PLAIN),)


def _cell(picture: Picture, row: int, col: int, letter: str) -> Iterator[tuple[str, Ink]]:
    piece = (letter, _INKS.get(letter, Ink.PLAIN))
    if not picture.highlighted:
        yield piece
        return
    left, right = "[]" if (row, col) in picture.highlighted else "  "
    yield from ((left, Ink.PLAIN), piece, (right, Ink.PLAIN))


def _row_numbers(picture: Picture) -> list[str]:
    """Return what stands before each row: its number where only a part is drawn, else nothing."""
    if picture.whole:
        return ["" for _ in picture.rows]
    numbers = [str(picture.first_row + index) for index in range(len(picture.rows))]
    return [f"{number:>{len(numbers[-1])}} " for number in numbers]


def _column_numbers(picture: Picture) -> Iterator[str]:
    """Write the column numbers from top to bottom, a line for each digit that is needed."""
    numbers = range(picture.first_col, picture.first_col + len(picture.rows[0]))
    for power in (100, 10, 1):
        if numbers[-1] >= power or power == 1:
            digits = (str(n // power % 10) if n >= power or power == 1 else " " for n in numbers)
            yield "".join(f" {digit} " if picture.highlighted else digit for digit in digits)


def _marks(picture: Picture, *, with_legend: bool) -> Iterator[str]:
    if not picture.marks:
        return
    signs = {col - picture.first_col: SIGNS[mark] for col, mark in picture.marks}
    width, wide = len(picture.rows[0]), bool(picture.highlighted)
    line = "".join(f" {sign} " if wide else sign for sign in _signs(signs, width))
    yield f"{line}   {legend(picture)}" if with_legend else line


def _signs(signs: dict[int, str], width: int) -> Iterator[str]:
    return (signs.get(col, " ") for col in range(width))

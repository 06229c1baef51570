r"""Read a board that is shown as a text, or as a list of rows.

Three forms are known: cells between bars, as `console.table` draws them too; signs apart by blanks
or side by side; and lists. Numbers of columns and rows around the board and rules between its rows
are passed over. Which sign stands for what shows in three boards: with no disc, with one, with two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

Grid = tuple[tuple[str, ...], ...]
"""Rows of signs, the top row first; the sign of an empty cell between bars may be empty."""

MOST_READ = 20_000
_WIDTHS = range(4, 21)
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_BARS = re.compile("[|│┃║¦]")
_DASHES = "-+=_─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝ "
_BETWEEN = re.compile(r"[\])}][ \t]*,?[ \t]*[\[({]")
_INVISIBLE = str.maketrans(dict.fromkeys("\ufe0e\ufe0f\u200d\u20e3"))


def read_board(shown: object) -> Grid | None:
    r"""Return the rows of a board, as many as there are; None where there is no board.

    >>> read_board(". . . .\n. X O .\n0 1 2 3")
    (('.', '.', '.', '.'), ('.', 'X', 'O', '.'))
    >>> read_board([["", "X"], ["O", ""]])
    (('', 'X'), ('O', ''))
    """
    if isinstance(shown, str):
        return _in_text(shown[:MOST_READ])
    if not isinstance(shown, list | tuple) or not shown:
        return None
    if all(isinstance(row, str) for row in shown):
        return _in_text("\n".join(shown)[:MOST_READ])
    rows = [row for row in shown if isinstance(row, list | tuple)]
    grid = tuple(tuple("" if cell is None else str(cell).strip() for cell in row) for row in rows)
    return grid if len(rows) == len(shown) and len({len(row) for row in rows}) == 1 else None


def _in_text(text: str) -> Grid | None:
    text = _BETWEEN.sub("]\n[" if text.lstrip().startswith("[[") else "|", _COLOUR.sub("", text))
    lines = [_cells(line) for line in text.splitlines() if line.strip()]
    widths = Counter(len(cells) for cells in lines if not _is_rule(cells))
    width = widths.most_common(1)[0][0] if widths else 0
    runs: list[list[tuple[str, ...]]] = [[]]
    for cells in lines:
        if _are_labels(cells) or (_is_rule(cells) and not _may_be_row(cells, width)):
            continue
        if len(cells) not in _WIDTHS or (runs[-1] and len(runs[-1][0]) != len(cells)):
            runs.append([])
        if len(cells) in _WIDTHS:
            runs[-1].append(cells)
    rows = max(runs, key=len)
    if len(rows) < 2:
        return None
    for at, rest in ((0, slice(1, None)), (-1, slice(-1))):
        if not _are_numbered([row[at] for row in rows]):
            break
        rows = [row[rest] for row in rows]
    return tuple(rows)


def _cells(line: str) -> tuple[str, ...]:
    line = line.translate(_INVISIBLE).strip().rstrip(",").strip("[](){}")
    cells = _BARS.split(line)
    if len(cells) > 2 and not cells[0] and not cells[-1]:
        cells = cells[1:-1]
    if len(cells) == 1:
        (line,) = cells
        cells = line.split(",") if line.count(",") > 1 else line.split()
    if len(cells) == 1:
        cells = list(cells[0])
    elif len(cells) == 2 and len(cells[0]) < 3 and len(cells[1]) in _WIDTHS:
        cells = [cells[0], *cells[1]]
    return tuple(cell.strip().strip("'\"") for cell in cells)


def _is_rule(cells: Sequence[str]) -> bool:
    """Tell whether a line divides: all of it is dashes, which may also be signs side by side."""
    joined = "".join(cells)
    return bool(joined) and not joined.strip(_DASHES)


def _may_be_row(cells: Sequence[str], width: int) -> bool:
    """Tell whether dashes may be empty cells: as many as the other rows have cells, if any do."""
    return set(cells) in ({"-"}, {"_"}) and len(cells) == (width or len(cells))


def _are_labels(cells: Sequence[str]) -> bool:
    """Tell whether cells count on, from 0, from 1 or from A, perhaps after a corner."""
    starts = ("0", "1", "a")
    for row in (cells, cells[1:]):
        if len(row) in _WIDTHS and (first := row[0].lower()) in starts:
            wanted = [
                chr(ord("a") + at) if first == "a" else str(int(first) + at)
                for at in range(len(row))
            ]
            if [cell.lower() for cell in row] == wanted:
                return True
    return False


def _are_numbered(cells: Sequence[str]) -> bool:
    """Tell whether a column of cells is the numbers of the rows, up or down, from 0 or from 1."""
    up = ([str(at + start) for at in range(len(cells))] for start in (0, 1))
    return any(list(cells) in (each, each[::-1]) for each in up)


class Signs(msgspec.Struct, frozen=True):
    empty: str
    one: str
    two: str

    def players(self, grid: Grid) -> tuple[str, ...]:
        table = {self.empty: ".", self.one: "1", self.two: "2"}
        return tuple("".join(table.get(cell, "?") for cell in row) for row in grid)


def signs_in(boards: Sequence[Grid | None]) -> Signs | None:
    """Return the signs that boards with no disc, with one and with two show; None for no three."""
    none, one, two = (_kinds(grid or ()) for grid in boards)
    new = (one - none, two - one - none)
    if [len(none), *map(len, new)] != [1, 1, 1]:
        return None
    ((empty,), (first,), (second,)) = (none, *new)
    return None if first == "2" or second == "1" else Signs(empty, first, second)


def usual_signs(grid: Grid) -> Signs:
    """Return the signs that are meant by custom, for boards of which nothing is known."""
    counted = Counter(cell for row in grid for cell in row)

    def among(signs: Iterable[str]) -> str:
        return next((cell for cell in counted if cell.lower() in signs), "\0")

    return Signs(
        among(("", ".", "0", "_", "-", "·", "none", "⚪", "⚫")),
        among(("1", "x", "r", "red", "🔴")),
        among(("2", "o", "y", "yellow", "🟡", "🔵")),
    )


def _kinds(grid: Grid) -> set[str]:
    return {cell for row in grid for cell in row}

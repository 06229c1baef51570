r"""Read the board that a submission shows, in whatever form people show one.

Known are cells between bars or in brackets, apart by commas or blanks, or side by side; lists of
lists; what `console.table` draws; letters, digits, coloured discs and emoji; numbers of rows and
columns around it, and lines between. What a sign means is not known here: a grid holds signs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from graders.katas.connect4.brute_force import SIDE

Cells = tuple[str, ...]
Grid = tuple[Cells, ...]
"""Seven rows of seven signs, the top row first; the sign of an empty cell may be an empty text."""

MOST_SIGNS = 4
"""More kinds of signs are words, not a board."""
LONGEST_SIGN = 24
MOST_READ = 20_000
_SIZES = range(4, 11)
"""How many rows and columns a board of another size may have."""

_ESCAPE = r"(?:\x1b|\\x1b|\\u001b|\\033)\[([0-9;]*)([A-Za-z])"
_BARS = re.compile("[|│┃║¦]")
_DASHES = re.compile(r"[-=─━═]+")
_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}")
_INNERMOST = re.compile(r"\[([^\[\]]*)\]|\(([^()]*)\)")
_NOT_CELLS = str.maketrans(dict.fromkeys("|│┃║¦[](){},", " "))
_JOINERS = "\ufe0e\ufe0f\u200d\u20e3"
_LABELS = ("0123456", "1234567", "abcdefg")


def read(shown: object, *, coloured: bool = False) -> Grid | None:
    r"""Return the grid in what was printed or returned; None where there is none of 7 x 7.

    With `coloured` the colour of a sign, as terminals are told it, is part of the sign.

    >>> read("\n".join(["|" + " |" * 7] * 6 + ["|X|O| | | | | |"]))[6]
    ('X', 'O', '', '', '', '', '')
    """
    if isinstance(shown, str):
        return _in_text(shown[:MOST_READ], coloured=coloured)
    if isinstance(shown, list | tuple) and len(shown) == SIDE:
        if all(isinstance(row, str) for row in shown):
            return _in_text("\n".join(map(str, shown))[:MOST_READ], coloured=coloured)
        rows = [row for row in shown if isinstance(row, list | tuple) and len(row) == SIDE]
        if len(rows) == SIDE:
            return _as_grid([tuple(_sign_of(cell) for cell in row) for row in rows])
    return None


def _sign_of(cell: object) -> str:
    return cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)


def _as_grid(rows: Sequence[Cells]) -> Grid | None:
    signs = {cell for row in rows for cell in row}
    fits = len(rows) == SIDE and all(len(row) == SIDE for row in rows)
    if not fits or len(signs) > MOST_SIGNS or max(map(len, signs)) > LONGEST_SIGN:
        return None
    return tuple(rows)


def _in_text(text: str, *, coloured: bool) -> Grid | None:
    text = _painted(text) if coloured else re.sub(_ESCAPE, "", text)
    lines = [line.rstrip("\r") for line in text.split("\n")]
    for form in (*_MARKED, *_UNMARKED):
        grid = _window(list(form(lines)))
        if grid is not None:
            return grid
    return _by_width(lines)


def _painted(text: str) -> str:
    """Put the colour that is switched on behind each character that has one, as one sign."""
    pieces, colour, at = [], "", 0
    for match in re.finditer(_ESCAPE, text):
        pieces.append(_in_colour(text[at : match.start()], colour))
        at = match.end()
        if match[2] == "m":
            colour = "" if match[1] in ("", "0", "39") else match[1].replace(";", ":")
    pieces.append(_in_colour(text[at:], colour))
    return "".join(pieces)


_PAINT = "\ue000{}\ue001"
"""Wraps a colour: two characters for private use, which nobody prints."""


def _in_colour(text: str, colour: str) -> str:
    if not colour:
        return text
    paint = _PAINT.format(colour)
    return "".join(
        char if char.isspace() or _BARS.match(char) else f"{char}{paint}" for char in text
    )


def _lists(lines: Sequence[str]) -> Iterator[Cells]:
    """Yield the innermost lists of a list of lists, also where one takes several lines."""
    for match in _INNERMOST.finditer("\n".join(lines)):
        inside = match[1] if match[1] is not None else match[2]
        if "," in inside:
            cells = inside.split(",")
            yield _cells(cells[:-1] if not cells[-1].strip() else cells)


def _between_bars(lines: Sequence[str]) -> Iterator[Cells]:
    for line in lines:
        parts = _BARS.split(line.strip())
        if len(parts) < SIDE:
            continue
        inner = parts[not parts[0] : len(parts) - (not parts[-1])]
        if not all(len(cell) > 1 and _DASHES.fullmatch(cell) for cell in inner):
            yield _cells(inner)


def _bracketed(lines: Sequence[str]) -> Iterator[Cells]:
    for line in lines:
        found = [next(filter(None, groups), "") for groups in _IN_BRACKETS.findall(line)]
        if len(found) == SIDE:
            yield _cells(found)


def _by_commas(lines: Sequence[str]) -> Iterator[Cells]:
    for line in lines:
        if line.count(",") >= SIDE - 1:
            yield _cells(line.strip().strip("[](){}, ").split(","))


def _by_blanks(lines: Sequence[str]) -> Iterator[Cells]:
    for line in lines:
        yield _cells(line.translate(_NOT_CELLS).split())


def _side_by_side(lines: Sequence[str]) -> Iterator[Cells]:
    for line in lines:
        *label, last = line.translate(_NOT_CELLS).split() or [""]
        if len(label) < 2:
            yield (*label, *_graphemes(last))


def _by_width(lines: Sequence[str]) -> Grid | None:
    """Read lines of one length, in which a blank is an empty cell, by the width of a cell."""
    written = [line for line in lines if not re.search("[┌┬┐├┼┤└┴┘+]|--", line)]
    rows = [_graphemes(line) for line in written if not _is_header(line.split())]
    for end in range(len(rows), SIDE - 1, -1):
        grid = _cut(rows[end - SIDE : end])
        if grid is not None:
            return grid
    return None


def _cut(rows: Sequence[Sequence[str]]) -> Grid | None:
    """Return seven lines of one length, cut into cells of one width; a frame is none of these."""
    if all(len(row) > 2 and _BARS.match(row[0]) and _BARS.match(row[-1]) for row in rows):
        rows = [row[1:-1] for row in rows]
    lengths = {len(row) for row in rows}
    if len(lengths) != 1:
        return None
    (length,) = lengths
    pitch = -(-length // SIDE)
    if not pitch or length < SIDE * pitch - (pitch - 1):
        return None
    return _as_grid(
        [
            tuple("".join(row[at : at + pitch]).strip() for at in range(0, SIDE * pitch, pitch))
            for row in rows
        ]
    )


_MARKED = (_lists, _between_bars, _bracketed, _by_commas)
"""The forms in which a blank cell can be seen too."""
_UNMARKED = (_by_blanks, _side_by_side)


def size(shown: object) -> tuple[int, int] | None:
    r"""Return how many rows and columns a board has that is not 7 x 7; None where there is none.

    >>> size("\n".join([". . . . . . ."] * 6)), size("\n".join(["......."] * 7))
    ((6, 7), None)
    """
    if read(shown) is not None:
        return None
    if isinstance(shown, str):
        lines = re.sub(_ESCAPE, "", shown[:MOST_READ]).splitlines()
        begins_blank = any(re.match(r"\s+[|│┃║¦]|\s+$", line) for line in lines)
        marked = [form for form in _MARKED if not (begins_blank and form is _between_bars)]
        forms = marked if begins_blank else (*marked, *_UNMARKED)
        return next(filter(None, (_size(list(form(lines))) for form in forms)), None)
    if isinstance(shown, list | tuple):
        if all(isinstance(row, str) for row in shown):
            return size("\n".join(shown))
        rows = [tuple(map(_sign_of, row)) for row in shown if isinstance(row, list | tuple)]
        return _size(rows) if len(rows) == len(shown) else None
    return None


def _size(lines: Sequence[Cells]) -> tuple[int, int] | None:
    """Return how many lines there are and how many cells each has, where these can be a board."""
    rows = [
        cells
        for cells in lines
        if len(cells) in _SIZES
        and not _is_a_rule(cells)
        and not _is_header(cells)
        and not _is_numbered(cells)
    ]
    ((width, count),) = Counter(map(len, rows)).most_common(1) or ((0, 0),)
    rows = [cells for cells in rows if len(cells) == width]
    if count not in _SIZES:
        return None
    if _is_numbered([cells[0] for cells in rows]):
        rows = [cells[1:] for cells in rows]
    signs = {cell for cells in rows for cell in cells}
    found = (len(rows), len(rows[0]))
    is_a_board = len(signs) <= MOST_SIGNS and max(map(len, signs)) <= LONGEST_SIGN
    return found if is_a_board and found != (SIDE, SIDE) else None


def _is_numbered(cells: Sequence[str]) -> bool:
    """Tell whether these are whole numbers that follow each other, up or down.

    >>> _is_numbered(["1", "2", "3"]), _is_numbered(["5", "4"]), _is_numbered(["1", "1"])
    (True, True, False)
    """
    if not all(cell.isascii() and cell.isdigit() and len(cell) < 3 for cell in cells):
        return False
    steps = {int(after) - int(one) for one, after in pairwise(cells)}
    return steps in ({1}, {-1})


def _cells(parts: Sequence[str]) -> Cells:
    return tuple(part.strip().strip("'\"`").strip() for part in parts)


def _window(lines: Sequence[Cells]) -> Grid | None:
    """Return the seven rows that follow each other and can be a board, the last such seven."""
    rows = [cells for cells in lines if SIDE <= len(cells) <= SIDE + 2 and not _is_header(cells)]
    for kept in (rows, [cells for cells in rows if not _is_a_rule(cells)]):
        grids = [_unlabelled(kept[at : at + SIDE]) for at in range(len(kept) - SIDE + 1)]
        found = [grid for grid in grids if grid is not None]
        if found and (len(kept) == SIDE or kept is not rows or len(found) == 1):
            return found[-1]
    return None


def _is_a_rule(cells: Cells) -> bool:
    return all(_DASHES.fullmatch(cell) for cell in cells)


def _is_header(cells: Sequence[str]) -> bool:
    """Tell whether these are the names of the columns, with or without something before them."""
    return any(_in_order(some) for some in (cells, cells[1:], cells[:-1], cells[1:-1]))


def _in_order(cells: Sequence[str]) -> bool:
    same_letter = len({cell[:1] for cell in cells}) == 1 and cells[0][:1].isalpha()
    names = [cell[1:] for cell in cells] if same_letter else cells
    return len(cells) == SIDE and "".join(names).lower() in _LABELS


def _unlabelled(rows: Sequence[Cells]) -> Grid | None:
    """Return the rows without their numbers, which may stand before and behind them."""
    for has_label, label in ((_begins, slice(1, None)), (_ends, slice(None, -1))):
        if len({len(row) for row in rows}) == 1 and len(rows[0]) > SIDE and has_label(rows):
            rows = [row[label] for row in rows]
    return _as_grid(rows)


def _begins(rows: Sequence[Cells]) -> bool:
    return _counts([row[0] for row in rows])


def _ends(rows: Sequence[Cells]) -> bool:
    return _counts([row[-1] for row in rows])


def _counts(labels: Sequence[str]) -> bool:
    bare = [label.strip(".:)") for label in labels]
    return _in_order(bare) or _in_order(bare[::-1])


def _graphemes(text: str) -> list[str]:
    r"""Part a text into what a reader takes for one sign: emoji with their marks, painted signs.

    >>> len(_graphemes("a\N{COMBINING ACUTE ACCENT}b"))
    2
    """
    signs: list[str] = []
    painting = False
    for char in text:
        joins = unicodedata.combining(char) or char in _JOINERS
        if signs and (painting or joins or char == "\ue000" or signs[-1].endswith("\u200d")):
            signs[-1] += char
        else:
            signs.append(char)
        painting = (painting or char == "\ue000") and char != "\ue001"
    return signs

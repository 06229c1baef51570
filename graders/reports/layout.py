"""Lay sentences, boards and tables out in lines, each piece in one ink, and write them to a screen.

On a terminal a screen has colour and a live line; elsewhere it is plain text.
"""

from __future__ import annotations

import io
import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, TextIO

from graders.model.explanation import Listing, Mark, Part, Picture
from graders.model.text import in_a_shell

if TYPE_CHECKING:
    from rich.console import Console  # slow to load, and only needed where there is colour


class Ink(Enum):
    PLAIN = auto()
    FIRST = auto()  # a disc of RED, or of player 1
    SECOND = auto()  # a disc of YELLOW, or of player 2
    HEAD = auto()  # the name of what follows
    QUIET = auto()  # what few readers need, such as a traceback
    GOOD = auto()
    BAD = auto()
    CARE = auto()  # what to be careful about, such as a warning
    OURS = auto()  # a fault of the grader's own


Line = tuple[tuple[str, Ink], ...]  # one line: pieces of text, each in one ink
BLANK: Line = ()
_UNBROKEN = "\N{NO-BREAK SPACE}"
_STAYS_TOGETHER = re.compile(r"(?<=\w) (?=\d+\b)|(?<=\d) (?=s\b)")
_GOES_ON = " \\"
WIDTH = 80  # the width of a page, where nobody says another one


def line(text: str, ink: Ink = Ink.PLAIN) -> Line:
    return ((text, ink),)


def as_text(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return lines as mere text.

    >>> as_text([(("R", Ink.FIRST), (".", Ink.PLAIN)), BLANK])
    ('R.', '')
    """
    return tuple("".join(text for text, _ in pieces) for pieces in lines)


def wrapped(
    text: str, width: int = WIDTH, ink: Ink = Ink.PLAIN, *, hanging: int = 0
) -> Iterator[Line]:
    """Break sentences into lines between words, all but the first `hanging` columns further in.

    A line break in the text stays one. A number stays with the word before it, and seconds with
    their unit. Only a word that is longer than a line is broken.

    >>> as_text(wrapped("a sentence of words", 12))
    ('a sentence', 'of words')
    >>> as_text(wrapped("then RED 3, YELLOW 4", 11))
    ('then RED 3,', 'YELLOW 4')
    """
    for paragraph in text.splitlines():
        together = _STAYS_TOGETHER.sub(_UNBROKEN, paragraph)
        for each in textwrap.wrap(
            together, width, subsequent_indent=" " * hanging, break_on_hyphens=False
        ) or [""]:
            yield line(each.replace(_UNBROKEN, " "), ink)


def folded(text: str, width: int = WIDTH, ink: Ink = Ink.PLAIN, mark: str = "") -> Iterator[Line]:
    """Break what is written in lines, such as code, where a line is too long, and nowhere else.

    Each line begins with `mark`; what goes on does so further in than the line itself.

    >>> as_text(folded("  x = 1 + 2", 9))
    ('  x = 1 +', '    2')
    """
    room = max(width - len(mark), 8)
    for written in text.splitlines():
        whole = written.expandtabs(4)
        own = len(whole) - len(whole.lstrip())
        further = " " * min(own + 2, room // 2)
        parts = [whole]
        if len(whole) > room:
            parts = textwrap.wrap(whole, room, subsequent_indent=further, break_on_hyphens=False)
        for part in parts or [""]:
            yield line(f"{mark}{part}".rstrip(), ink)


def command_lines(words: Sequence[str], width: int = WIDTH) -> tuple[str, ...]:
    r"""Write a command for a shell on one line, or on several of which all but the last end in `\`.

    An option stays beside its value, and a word that is longer than a line is not broken.

    >>> command_lines(["kata", "grade", "my file.py", "--case", "mate-in-9"], 28)
    ("kata grade 'my file.py' \\", '  --case mate-in-9')
    """
    parts: list[str] = []
    for before, word in zip(("", *words), words, strict=False):
        beside = before.startswith("--") and not word.startswith("--")
        parts.append(f"{parts.pop()} {in_a_shell(word)}" if beside else in_a_shell(word))
    lines = [parts[0]]
    for number, part in enumerate(parts[1:], 2):
        room = width if number == len(parts) else width - len(_GOES_ON)
        if len(lines[-1]) + 1 + len(part) <= room:
            lines[-1] += f" {part}"
        else:
            lines[-1] += _GOES_ON
            lines.append(f"  {part}")
    return tuple(lines)


def indented(lines: Iterable[Line], by: int) -> Iterator[Line]:
    """Set lines further in; an empty one stays empty."""
    margin = (" " * by, Ink.PLAIN)
    for pieces in lines:
        yield (margin, *pieces) if pieces and any(text for text, _ in pieces) else BLANK


SIGNS = {Mark.PLAYED: "x", Mark.RIGHT: "^", Mark.STEP: "^"}
"""What is drawn below a column for a mark."""
_IN_LEGEND = (Mark.PLAYED, Mark.RIGHT)
_INKS = {"R": Ink.FIRST, "X": Ink.FIRST, "Y": Ink.SECOND, "O": Ink.SECOND}


def beginning_of(text: str, most: int) -> str:
    """Shorten a text at its end.

    >>> beginning_of("a long line", 7)
    'a long…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def ending_of(text: str, most: int) -> str:
    """Shorten a text at its beginning.

    >>> ending_of("solutions/specimens/red_only.py", 14)
    '…s/red_only.py'
    """
    return text if len(text) <= most else f"…{text[len(text) - most + 1 :]}"


def board_lines(picture: Picture, *, with_legend: bool = True) -> tuple[Line, ...]:
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
    return as_text(board_lines(picture))


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
    numbers = range(picture.first_col, picture.first_col + len(picture.rows[0]))
    for power in (100, 10, 1):
        if numbers[-1] >= power or power == 1:
            digits = (str(n // power % 10) if n >= power or power == 1 else " " for n in numbers)
            yield "".join(f" {digit} " if picture.highlighted else digit for digit in digits)


def _marks(picture: Picture, *, with_legend: bool) -> Iterator[str]:
    if not picture.marks:
        return
    signs = {col - picture.first_col: SIGNS[mark] for col, mark in picture.marks}
    below = (signs.get(col, " ") for col in range(len(picture.rows[0])))
    line = "".join(f" {sign} " if picture.highlighted else sign for sign in below)
    yield f"{line}   {legend(picture)}" if with_legend else line


Layout = Literal["simple", "plain", "github", "html"]
Side = Literal["left", "right"]


def grid(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    layout: Layout = "simple",
    align: Sequence[Side] | None = None,
    widths: Sequence[int | None] | None = None,
) -> str:
    """Return rows of text below the names of their columns.

    `align` names a side for each column; without it columns of numbers are aligned as such. A cell
    wider than its column's entry in `widths` (None: as wide as it likes) goes on in the next line.

    >>> print(grid(("rung", "nodes"), (("naive", "16,807"), ("table", "9")),
    ...            align=("left", "right")))
    rung      nodes
    ------  -------
    naive    16,807
    table         9
    """
    from tabulate import tabulate  # noqa: PLC0415  # slow to load, and no case waits for a table

    cells = [list(row) for row in rows]
    if widths is not None:
        cells = [
            [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
            for row in cells
        ]
    if align is None:
        return tabulate(cells, headers=columns, tablefmt=layout)
    return tabulate(cells, headers=columns, tablefmt=layout, colalign=align, disable_numparse=True)


def _wrapped(cell: str, width: int | None) -> str:
    # tabulate's own wrapping fails on figures with commas.
    return cell if width is None else textwrap.fill(cell, width)


_BETWEEN = 3


def blocks_of(parts: Iterable[Part], width: int) -> Iterator[list[Line]]:
    """Return sentences that follow each other in one block, all else in one of its own."""
    block: list[Line] = []
    for part in parts:
        if isinstance(part, str):
            block.extend(wrapped(part, width))
            continue
        yield block
        yield list(board_lines(part)) if isinstance(part, Picture) else list(_listed(part, width))
        block = []
    yield block


def apart(blocks: Iterable[Sequence[Line]]) -> Iterator[Line]:
    """Put a blank line between blocks; one that is empty is no block."""
    begun = False
    for block in blocks:
        if not block:
            continue
        if begun:
            yield BLANK
        yield from block
        begun = True


def side_by_side(columns: Iterable[Sequence[Line]], width: int) -> Iterator[list[Line]]:
    """Set blocks beside each other, as many as there is room for, and the others below those."""
    row: list[tuple[Sequence[Line], int]] = []
    used = 0
    for block in columns:
        wide = width_of(block)
        if row and used + wide > width:
            yield _row(row)
            row, used = [], 0
        row.append((block, wide))
        used += wide + _BETWEEN
    if row:
        yield _row(row)


def _row(blocks: Sequence[tuple[Sequence[Line], int]]) -> list[Line]:
    lines: list[Line] = []
    for at in range(max(len(block) for block, _ in blocks)):
        pieces: list[tuple[str, Ink]] = []
        for number, (block, wide) in enumerate(blocks, start=1):
            own = block[at] if at < len(block) else BLANK
            pieces.extend(own)
            if number < len(blocks):
                pieces.append((" " * (wide - width_of([own]) + _BETWEEN), Ink.PLAIN))
        lines.append(tuple(pieces))
    return lines


def width_of(block: Iterable[Line]) -> int:
    return max((sum(len(text) for text, _ in pieces) for pieces in block), default=0)


def _listed(listing: Listing, width: int) -> Iterator[Line]:
    if listing.caption:
        yield line(f"{listing.caption}:")
    written = _simple(listing.columns, listing.rows, width - len("> "))
    for number, each in enumerate(written, start=-2):  # two lines of heads come first
        mark = "> " if number == listing.at else "  "
        yield from folded(each, width, Ink.BAD if number == listing.at else Ink.PLAIN, mark)


_ROOM_BESIDE_HEAD = 2


def _simple(columns: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """Write rows of text as `grid` does by default, all of it to the left.

    No line below the heads is longer than there is room for, as a long cell at the end may be.

    >>> list(_simple(("column", "it"), (("3", "wins later"),), 16))
    ['column    it', '--------  ------', '3         wins later']
    """
    widths = [len(name) + _ROOM_BESIDE_HEAD for name in columns]
    for row in rows:
        widths = [max(width, len(cell)) for width, cell in zip(widths, row, strict=True)]
    *before, last = widths
    left = room - sum(before) - 2 * len(before)
    widths[-1] = min(last, max(left, len(columns[-1]) + _ROOM_BESIDE_HEAD))
    for each in (columns, ["-" * width for width in widths], *rows):
        cells = (f"{cell:<{width}}" for cell, width in zip(each, widths, strict=True))
        yield "  ".join(cells).rstrip()


WIDEST = 100  # however wide a terminal is, longer lines are hard to read
NARROWEST = 40
_STYLES = {
    Ink.PLAIN: "",
    Ink.FIRST: "bold red",
    Ink.SECOND: "bold yellow",
    Ink.HEAD: "bold",
    Ink.QUIET: "dim",
    Ink.GOOD: "green",
    Ink.BAD: "red",
    Ink.CARE: "yellow",
    Ink.OURS: "magenta",
}


class Screen:
    """Take lines that are laid out already, and one live line below them, on terminals only."""

    def __init__(self, stream: TextIO, *, drawn: bool = False) -> None:
        """Write to `stream`; colour follows the terminal and `NO_COLOR`.

        What is `drawn` goes nowhere but into a `picture`, as wide as a page and in colour.
        """
        self._stream = stream
        self._drawn = drawn
        self._console = _drawing_board() if drawn else _terminal(stream)
        self._is_live = (
            not drawn
            and stream.isatty()
            and self._console is not None
            and not self._console.is_dumb_terminal
        )
        self._live = ""
        self._last: Line = BLANK
        self.written = 0
        """How many lines there are so far."""

    @property
    def width(self) -> int:
        """Return how wide lines may be: as wide as the terminal, or `COLUMNS`, or a page."""
        if self._drawn:
            return WIDTH
        console = self._console
        if console is not None and console.is_terminal and not console.is_dumb_terminal:
            width = console.width
        else:
            asked = os.environ.get("COLUMNS", "")
            width = int(asked) if asked.isascii() and asked.isdigit() else WIDTH
        return max(NARROWEST, min(width, WIDEST))

    @property
    def is_live(self) -> bool:
        return self._is_live

    @property
    def shown_live(self) -> str:
        return self._live

    def picture(self, title: str) -> str:
        assert self._console is not None
        return self._console.export_svg(title=title, unique_id="kata")

    def can_show(self, text: str) -> bool:
        if self._drawn:
            return True
        try:
            text.encode(getattr(self._stream, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write(self, lines: Iterable[Line]) -> None:
        """Write lines above the live one; of several empty lines in a row only one."""
        live = self._live
        self.live("")
        for pieces in lines:
            if pieces == BLANK and self._last == BLANK:
                continue
            self._last = pieces
            self.written += 1
            self._print(pieces)
        if self._console is None:
            self._stream.flush()  # whoever reads it is to see each case as it comes
        self.live(live)

    def _print(self, pieces: Line) -> None:
        if self._console is None:
            self._stream.write("".join(text for text, _ in pieces).expandtabs() + "\n")
            return
        from rich.text import Text  # noqa: PLC0415  # see above

        self._console.print(Text.assemble(*((text, _STYLES[ink]) for text, ink in pieces)))

    def gap(self) -> None:
        self.write([BLANK])

    def take_back(self, lines: int) -> None:
        """Let so many lines, the last ones, be written over; where they cannot be, they stay."""
        if self._is_live and lines:
            self._stream.write(f"\x1b[{lines}F\x1b[J")
            self._stream.flush()

    def live(self, text: str) -> None:
        """Show one short line that the next one takes the place of; an empty one wipes it.

        Nothing of it is left on a terminal, and nothing is ever written elsewhere.
        """
        if not self._is_live or text == self._live:
            return
        shown = text[: self.width - 1]
        over = max(len(self._live) - len(shown), 0) + len("^C")  # as a terminal echoes Ctrl-C
        self._stream.write("\r" + shown + " " * over)
        self._stream.write("\r" if not shown else "")
        self._stream.flush()
        self._live = shown


_ASK_FOR_COLOUR = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""The variables by which rich takes for a terminal what is none."""


def _terminal(stream: TextIO) -> Console | None:
    """Return what writes in colour to a terminal; None for a stream that is to have mere text."""
    if not stream.isatty() and not any(name in os.environ for name in _ASK_FOR_COLOUR):
        return None
    from rich.console import Console  # noqa: PLC0415  # see above

    class Terminal(Console):
        """Write as rich does, and leave it to the command to say that nobody reads any more."""

        def on_broken_pipe(self) -> None:
            raise  # noqa: PLE0704  # called where the exception is being handled

    return Terminal(file=stream, highlight=False, markup=False, soft_wrap=True)


def _drawing_board() -> Console:
    from rich.console import Console  # noqa: PLC0415  # see above

    return Console(
        file=io.StringIO(),
        record=True,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        soft_wrap=True,
    )

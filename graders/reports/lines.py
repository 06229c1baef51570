"""Lay text out in lines of a given width, each piece in one ink; nothing here knows a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from enum import Enum, auto


class Ink(Enum):
    """Name what a piece of text is, so that a screen may colour it."""

    PLAIN = auto()
    FIRST = auto()
    """A disc of RED, or of player 1."""
    SECOND = auto()
    """A disc of YELLOW, or of player 2."""
    HEAD = auto()
    """The name of what follows."""
    QUIET = auto()
    """What few readers need, such as a traceback."""
    GOOD = auto()
    BAD = auto()
    CARE = auto()
    """What to be careful about, such as a warning."""
    OURS = auto()
    """A fault of the grader's own."""


Line = tuple[tuple[str, Ink], ...]
"""One line: pieces of text, each in one ink."""
BLANK: Line = ()
_UNBROKEN = "\N{NO-BREAK SPACE}"
_STAYS_TOGETHER = re.compile(r"(?<=\w) (?=\d+\b)|(?<=\d) (?=s\b)")
WIDTH = 80
"""The width of a page, where nobody says another one."""


def line(text: str, ink: Ink = Ink.PLAIN) -> Line:
    """Return a line in one ink."""
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


def indented(lines: Iterable[Line], by: int) -> Iterator[Line]:
    """Set lines further in; an empty one stays empty."""
    margin = (" " * by, Ink.PLAIN)
    for pieces in lines:
        yield (margin, *pieces) if pieces and any(text for text, _ in pieces) else BLANK

"""Part the file that was graded into lines of words, each of a kind, for a page to show.

A file that is too long or too wide is cut, and it is said where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

import msgspec

from graders.model.text import readable
from graders.reports.pages.lexing import LEXERS, Word, words_of

MOST_LINES = 2_000
LONGEST_LINE = 400
MOST_CHARACTERS = 120_000
MOST_LEXED, LONGEST_LEXED = 60_000, 200
"""A file of more characters, or with a longer line, is shown without kinds: to part it into words
may take quadratic time in the length of its lines."""


class Line(msgspec.Struct, frozen=True):
    """Hold a line in words; `cut` is how many characters at its end are left out."""

    words: tuple[Word, ...]
    cut: int = 0


class Numbered(msgspec.Struct, frozen=True):
    """Hold the lines of a file from the first on; `left_out` is how many lines come after them."""

    lines: tuple[Line, ...]
    left_out: int = 0


def numbered(name: str, content: bytes, room: int = MOST_CHARACTERS) -> Numbered:
    r"""Return the lines of a file that there is room for, what cannot be seen in them written out.

    >>> numbered("a.txt", b"x\x00\n  y\n").lines
    (Line(words=(('', 'x\\x00'),), cut=0), Line(words=(('', '  y'),), cut=0))
    """
    written = readable(content).removesuffix("\n").split("\n") if content else []
    shown: list[str] = []
    for each in written[:MOST_LINES]:
        kept = each[:LONGEST_LINE]
        room -= len(kept) + 1
        if room < 0:
            break
        shown.append(kept)
    cuts = (len(whole) - len(kept) for whole, kept in zip(written, shown, strict=False))
    lines = (
        Line(tuple(words), cut) for words, cut in zip(_in_words(name, shown), cuts, strict=True)
    )
    return Numbered(tuple(lines), len(written) - len(shown))


def _in_words(name: str, lines: list[str]) -> Iterator[list[Word]]:
    lexer = LEXERS.get(PurePath(name).suffix, "")
    text = "\n".join(lines)
    small = len(text) <= MOST_LEXED and all(len(line) <= LONGEST_LEXED for line in lines)
    words = words_of(lexer, text) if lexer and lines and small else None
    if words is None:
        yield from ([("", line)] if line else [] for line in lines)
        return
    yield from _by_line(words)


def _by_line(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Part words at the ends of lines, and join neighbours of one kind."""
    line: list[Word] = []
    for kind, word in words:
        first, *others = word.split("\n")
        _append(line, kind, first)
        for other in others:
            yield line
            line = []
            _append(line, kind, other)
    yield line


def _append(line: list[Word], kind: str, word: str) -> None:
    if word and line and line[-1][0] == kind:
        line[-1] = (kind, line[-1][1] + word)
    elif word:
        line.append((kind, word))

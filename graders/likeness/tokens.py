"""Read a program as tokens in which all names, all numbers and all texts are alike."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Name, Number, String, _TokenType

from graders.likeness.languages import Language

MOST_BYTES = 64 * 1024
"""What is read of a file: more than anybody writes for a kata, too little to hang."""
NAME, NUMBER, TEXT, LINE_END = "N", "0", "'", "\n"
"""Stand for any name, any number, any text, and the end of a line."""
_LINE_ENDS = re.compile(r"\r\n?")
_KNOWN_TO_ALL = (Name.Builtin, Name.Exception, Name.Function.Magic, Name.Variable.Magic)
"""What renaming leaves alone, as these names are not the candidate's."""


class Token(NamedTuple):
    """Hold one token and the line that it stands on, counted from 1."""

    text: str
    line: int


def tokens_of(language: Language, content: bytes) -> Iterator[Token]:
    """Return the tokens of a program, comments left out."""
    text, numbers = _calm(content)
    starts = (0, *accumulate(len(line) + 1 for line in text.split("\n")))
    for at, kind, value in _lexer(language.lexer).get_tokens_unprocessed(text):
        normal = _normal(kind, value)
        if normal:
            yield Token(normal, numbers[bisect_right(starts, at) - 1])


def _calm(content: bytes) -> tuple[str, list[int]]:
    """Return the text without its blanks, and the number that each of its lines had.

    The expressions of a lexer try every blank of a run anew, which takes for ever on a long one.
    """
    text = _LINE_ENDS.sub("\n", content[:MOST_BYTES].decode("utf-8", "replace"))
    lines = [" ".join(line.split()) for line in text.removeprefix("\ufeff").split("\n")]
    kept = [(number, line) for number, line in enumerate(lines, start=1) if line]
    # A lexer ends the last line itself where it has no end, and that line end has to be somewhere.
    numbers = [number for number, _ in kept] + [len(lines)]
    return "".join(f"{line}\n" for _, line in kept), numbers


def _normal(kind: _TokenType, value: str) -> str:
    """Return what stands for a token, nothing where it says nothing."""
    if _is(kind, Comment):
        return ""
    if _is(kind, String):
        return "" if _is(kind, String.Affix, String.Interpol) else TEXT
    if _is(kind, Number):
        return NUMBER
    if _is(kind, Name) and not _is(kind, *_KNOWN_TO_ALL):
        return NAME
    word = value.strip()
    return LINE_END if not word and "\n" in value else word.removeprefix("\\")


def _is(kind: _TokenType, *classes: _TokenType) -> bool:
    return any(kind[: len(each)] == each for each in classes)


@cache
def _lexer(name: str) -> Lexer:
    return get_lexer_by_name(name)

"""Put what was handed in into numbered lines, and find in it what was called and what raised.

A file that is too long or too wide is cut, and it is said where. Where a function begins and ends
is read from its lines and the kinds of their words, as roughly as a reader's eye does it: it
decides what is shown first and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePath

import msgspec
from msgspec.structs import replace

from graders.model.submission import Content, Speech, spelled
from graders.model.text import on_one_line, readable
from graders.reports.pages.lexing import LEXERS, Word, words_of

MOST_LINES = 2_000
LONGEST_LINE = 400
MOST_CHARACTERS = 120_000
MOST_CHARACTERS_OF_ALL = 400_000  # how much of all files of a folder is shown
MOST_LEXED, LONGEST_LEXED = 60_000, 200
"""A file of more characters, or with a longer line, is shown without kinds: to part it into words
may take quadratic time in the length of its lines."""


class NumberedLine(msgspec.Struct, frozen=True):
    """A line in words; `cut` is how many characters at its end are left out."""

    words: tuple[Word, ...]
    cut: int = 0

    @property
    def code(self) -> str:
        """Return it with spaces in place of its texts and remarks."""
        return "".join(" " * len(word) if kind in ("s", "c") else word for kind, word in self.words)


class Numbered(msgspec.Struct, frozen=True):
    """The lines of a file from the first on; `left_out` is how many lines come after them."""

    lines: tuple[NumberedLine, ...]
    left_out: int = 0


class Stretch(msgspec.Struct, frozen=True):
    """Lines of a file from number `first` on; `above` is the excerpt that has them already."""

    first: int
    lines: tuple[NumberedLine, ...]
    above: int | None = None

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


class Listing(msgspec.Struct, frozen=True):
    """One file as it is shown: its name and size in a folder, both empty for a lone file.

    `before` are the lines of the files before it, as they are counted for the names of lines.
    """

    name: str
    size: str
    text: Numbered
    before: int = 0

    def stretches(self, above: Sequence[Excerpt]) -> Iterator[Stretch]:
        """Yield all lines in order, parted where excerpts of them stand above."""
        next_line, lines = 1, self.text.lines
        for number, each in sorted(enumerate(above), key=lambda found: found[1].first):
            if each.before != self.before or each.first < next_line:
                continue
            if each.first > next_line:
                yield Stretch(next_line, lines[next_line - 1 : each.first - 1])
            yield Stretch(each.first, each.lines, number)
            next_line = each.numbers.stop
        if next_line <= len(lines):
            yield Stretch(next_line, lines[next_line - 1 :])


def listings(content: Content, name: str, entry: str) -> Iterator[Listing]:
    """Yield the file of that name, or those of a folder, the one that is called first."""
    if isinstance(content, bytes):
        yield Listing("", "", numbered(name, content))
        return
    room = MOST_CHARACTERS_OF_ALL
    for file in sorted(content.files, key=lambda file: (file.name != entry, file.name)):
        text = numbered(file.name, file.content, max(0, min(room, MOST_CHARACTERS)))
        room -= sum(len(word) for line in text.lines for _, word in line.words) + len(text.lines)
        size = f"{len(file.content):,} bytes" + (", which is called" if file.name == entry else "")
        yield Listing(on_one_line(file.name), size, text, content.lines_before(file.name))


def numbered(name: str, content: bytes, room: int = MOST_CHARACTERS) -> Numbered:
    r"""Return the lines of a file that there is room for, what cannot be seen in them written out.

    >>> numbered("a.txt", b"x\x00\n  y\n").lines
    (NumberedLine(words=(('', 'x\\x00'),), cut=0), NumberedLine(words=(('', '  y'),), cut=0))
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
        NumberedLine(tuple(words), cut)
        for words, cut in zip(_in_words(name, shown), cuts, strict=True)
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


LEAST_SHOWN, MOST_SHOWN = 30, 120
"""So many lines stand beside a miss: a short function has what follows it, a long one is cut."""
MOST_TRIED = 100  # how many functions above a line are tried for the one that it is in
AROUND = 5  # how many lines around a marked one are shown that is in no function
ON_PAPER, AROUND_ON_PAPER = 20, 6
_IN_PYTHON = re.compile(r"([ \t]*)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)")
_IN_BRACES = re.compile(
    r"\b(?:function|class)\b\s*\*?\s*(\w+)"
    r"|(?:^|[\s.{,])(\w+)\s*[:=]\s*(?:async\b\s*)?(?:function\b|(?:\([^()]*\)|\w+)[^=]*=>)"
    r"|^\s*(?:(?:async|static|public|private|override)\s+)*[*#]?(\w+)\s*\(.*\{\s*$"
)
_NO_NAMES = frozenset({"if", "for", "while", "switch", "catch", "with", "function", "return"})


class Mark(msgspec.Struct, frozen=True):
    """A line to point at, the file that it is in, empty for the one that is called, and why."""

    line: int
    file: str
    why: str


class Excerpt(msgspec.Struct, frozen=True):
    """Some lines of a file from number `first` on; those in `on_paper` are printed too.

    `before` is that of its listing, `more` how many lines of the function are left out.
    """

    heading: str
    first: int
    lines: tuple[NumberedLine, ...]
    on_paper: frozenset[int]
    before: int = 0
    more: int = 0

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + len(self.lines))

    @property
    def by_paper(self) -> Iterator[tuple[bool, list[tuple[int, NumberedLine]]]]:
        """Yield the numbered lines in stretches that are printed and such that are not."""
        numbered_lines = zip(self.numbers, self.lines, strict=True)
        for is_printed, group in groupby(numbered_lines, lambda line: line[0] in self.on_paper):
            yield is_printed, list(group)


class Beside(msgspec.Struct, frozen=True):
    """The code that stands beside a miss; `marked` is a line of the last excerpt, with `why`."""

    excerpts: tuple[Excerpt, ...]
    marked: int | None = None
    why: str = ""


class _Head(msgspec.Struct, frozen=True):
    """Where a function or a class begins: its name, its line from 0 on, and how far in.

    Unless it `is_indented`, it ends with its braces, which are looked for from `column` on.
    """

    name: str
    line: int
    column: int
    is_indented: bool


def code_beside(
    files: Sequence[Listing], names: Iterable[str], mark: Mark | None = None
) -> Beside | None:
    """Return the first function there is of those names, and the one that the marked line is in.

    These are one excerpt where the line is near. Where there is none of those names it is the
    beginning of the file that is called; None for an empty one.
    """
    if not files or not files[0].text.lines:
        return None
    called = _called(files, names)
    marked = None if mark is None else _with_line(files, mark)
    if mark is None or marked is None:
        return Beside((called,))
    if marked.before == called.before and mark.line in called.numbers:
        on_paper = frozenset(called.on_paper & {*called.numbers[: ON_PAPER // 2]}) | marked.on_paper
        return Beside((replace(called, on_paper=on_paper),), mark.line, mark.why)
    return Beside((called, marked), mark.line, mark.why)


def _called(files: Sequence[Listing], names: Iterable[str]) -> Excerpt:
    for name in names:
        for each in files:
            code = _code_of(each)
            for head in _heads(code):
                if head.name in (name, spelled(name, Speech.JAVASCRIPT)):
                    first = _decorated(code, head)
                    last = max(_end(code, head), min(first + LEAST_SHOWN, len(code)) - 1)
                    return _excerpt(each, head.name, first, last)
    first_file = files[0]
    return _excerpt(first_file, "", 0, len(first_file.text.lines) - 1)


def _with_line(files: Sequence[Listing], mark: Mark) -> Excerpt | None:
    """Return the function that a marked line is in, else the lines around it."""
    of = next((each for each in files if each.name == on_one_line(mark.file)), files[0])
    at = mark.line - 1
    if not 0 <= at < len(of.text.lines):
        return None
    code = _code_of(of)
    above = [head for head in _heads(code) if head.line <= at]
    for head in above[: -MOST_TRIED - 1 : -1]:
        if (last := _end(code, head)) >= at:
            return _excerpt(of, head.name, _decorated(code, head), last, at)
    return _excerpt(of, "", max(0, at - AROUND), min(len(code) - 1, at + AROUND), at)


def _excerpt(of: Listing, name: str, begins: int, ends: int, at: int | None = None) -> Excerpt:
    first, last = begins, ends
    if last - first >= MOST_SHOWN:
        first = first if at is None else max(first, min(at - MOST_SHOWN // 2, last - MOST_SHOWN))
        last = min(last, first + MOST_SHOWN - 1)
    near = range(first, first + ON_PAPER)
    if at is not None:
        near = range(at - AROUND_ON_PAPER, at + AROUND_ON_PAPER + 1)
    return Excerpt(
        heading=", ".join(filter(None, (name, of.name))),
        first=first + 1,
        lines=of.text.lines[first : last + 1],
        on_paper=frozenset(number + 1 for number in near),
        before=of.before,
        more=(ends - begins) - (last - first),
    )


def _code_of(of: Listing) -> list[str]:
    return [line.code for line in of.text.lines]


def _heads(code: Sequence[str]) -> Iterator[_Head]:
    for at, text in enumerate(code):
        if in_python := _IN_PYTHON.match(text):
            yield _Head(in_python[2], at, len(in_python[1]), is_indented=True)
        elif in_braces := _IN_BRACES.search(text):
            name = next(filter(None, in_braces.groups()))
            if name not in _NO_NAMES:
                yield _Head(name, at, in_braces.start(), is_indented=False)


def _decorated(code: Sequence[str], head: _Head) -> int:
    at = head.line
    while head.is_indented and at and code[at - 1].startswith("@", head.column):
        at -= 1
    return at


def _end(code: Sequence[str], head: _Head) -> int:
    """Return the last line: of an indented block the one before what is no further in."""
    if not head.is_indented:
        return _end_of_braces(code, head)
    depth, last = _depth(code[head.line]), head.line
    for number in range(head.line + 1, len(code)):
        text = code[number]
        if text.strip():
            if not depth and len(text) - len(text.lstrip()) <= head.column:
                break
            last = number
        depth = max(0, depth + _depth(text))
    return last


def _end_of_braces(code: Sequence[str], head: _Head) -> int:
    depth, opened = 0, False
    for number in range(head.line, len(code)):
        text = code[number][head.column if number == head.line else 0 :]
        depth += _depth(text)
        opened = opened or "{" in text
        if depth <= 0 and (opened or "=>" in text or text.rstrip().endswith(";")):
            return number
    return len(code) - 1


def _depth(text: str) -> int:
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))

"""Put the page of one scorecard together, with the file that was graded in numbered lines.

A file that is too long or too wide is cut, and it is said where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.scorecard import Observation, Scorecard
from graders.model.submission import Content
from graders.model.text import on_one_line, readable
from graders.reports.failure import Command
from graders.reports.pages.cases import Showing
from graders.reports.pages.facts import audit, first_miss, for_interviewer, ladder_place, sentences
from graders.reports.pages.lexing import LEXERS, Word, words_of
from graders.reports.pages.page import rendered
from graders.reports.score import CALLED, FACTS, by_suite, holds_in_words, how_called, reservations
from graders.reports.spoilers import card_without_spoilers

TEMPLATE = "card.html.j2"
MOST_CHARACTERS_OF_ALL = 400_000  # how much of all files of a folder is shown
STYLES = ("card.css",)
SCRIPTS = ("card.js",)


class Link(msgspec.Struct, frozen=True):
    """Where a link leads, as a path from the page that is already escaped for a URL."""

    href: str
    text: str


class Listing(msgspec.Struct, frozen=True):
    """One file as it is shown: its name and size in a folder, both empty for a lone file.

    `before` are the lines of the files before it, as they are counted for the names of lines.
    """

    name: str
    size: str
    text: Numbered
    before: int = 0


def card_page(
    card: Scorecard,
    content: Content | None,
    *,
    candidate: str = "",
    around: tuple[Link, ...] = (),
    interviewer: bool = True,
    spoilers: bool = True,
    hints: bool = True,
    command: Command | None = None,
    cautions: tuple[str, ...] = (),
    came_in: str = "",
) -> str:
    """Return the page of a scorecard: one file that needs nothing else.

    `content` is what was handed in, None where it is not to be had. `around` are links to
    the pages before, above and after this one. An `interviewer` is given questions and a rubric
    too. Without `spoilers` nothing tells an answer, to an interviewer neither; without `hints` the
    assessment is left out. With a `command` each miss says how to have it in one's hands.
    `came_in` says how it was handed in.
    """
    shown = card if hints else replace(card, assessment=None)
    shown = shown if spoilers else card_without_spoilers(shown)
    kata = all_katas().get(card.kata)
    stands = ladder_place(kata, shown.assessment)
    name = candidate or card.submission.path
    cases = Showing(kata, command).cases(shown.results)
    missed = first_miss(shown)
    return rendered(
        TEMPLATE,
        styles=STYLES,
        scripts=SCRIPTS,
        name=name,
        card=shown,
        around=around,
        came_in=came_in,
        cautions=cautions,
        summary=sentences(shown, name, stands),
        reserved=[words for words, _ in reservations(shown)],
        holds=_holds(shown),
        suites=by_suite(shown),
        place=stands,
        found=_found(shown),
        first=next((case for case in cases if missed and case.id == missed.id), None),
        cases=cases,
        varied=any(case.variants for case in cases),
        asked=_asked(shown, kata) if interviewer and spoilers else None,
        audit=audit(shown),
        files=None
        if content is None
        else list(listings(card.submission.path, content, card.submission.entry)),
    )


def listings(path: str, content: Content, entry: str = "") -> Iterator[Listing]:
    """Return what was handed in as it is shown; of a folder the `entry`, which is called, first."""
    if isinstance(content, bytes):
        yield Listing("", "", numbered(path, content))
        return
    room = MOST_CHARACTERS_OF_ALL
    for file in sorted(content.files, key=lambda file: (file.name != entry, file.name)):
        text = numbered(file.name, file.content, max(0, min(room, MOST_CHARACTERS)))
        room -= sum(len(word) for line in text.lines for _, word in line.words) + len(text.lines)
        size = f"{len(file.content):,} bytes" + (", which is called" if file.name == entry else "")
        yield Listing(on_one_line(file.name), size, text, content.lines_before(file.name))


def _holds(card: Scorecard) -> str:
    return holds_in_words(card)[0] if any(result.variant for result in card.results) else ""


def _found(card: Scorecard) -> list[tuple[str, str, tuple[Observation, ...]]]:
    both = (("called", CALLED, how_called(card)), ("facts", FACTS, card.facts))
    return [each for each in both if each[2]]


def _asked(card: Scorecard, kata: Kata[Any] | None) -> object:
    return None if kata is None else for_interviewer(card, kata)


MOST_LINES = 2_000
LONGEST_LINE = 400
MOST_CHARACTERS = 120_000
MOST_LEXED, LONGEST_LEXED = 60_000, 200
"""A file of more characters, or with a longer line, is shown without kinds: to part it into words
may take quadratic time in the length of its lines."""


class NumberedLine(msgspec.Struct, frozen=True):
    """A line in words; `cut` is how many characters at its end are left out."""

    words: tuple[Word, ...]
    cut: int = 0


class Numbered(msgspec.Struct, frozen=True):
    """The lines of a file from the first on; `left_out` is how many lines come after them."""

    lines: tuple[NumberedLine, ...]
    left_out: int = 0


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

"""Put the page of one scorecard together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.scorecard import Observation, Scorecard
from graders.model.submission import Content
from graders.model.text import on_one_line
from graders.reports.assessment import CALLED, FACTS, how_called
from graders.reports.failure import card_without_spoilers
from graders.reports.pages.cases import Showing
from graders.reports.pages.facts import audit, first_miss, for_interviewer, sentences
from graders.reports.pages.ladder import place
from graders.reports.pages.numbered import MOST_CHARACTERS, Numbered, numbered
from graders.reports.pages.page import rendered
from graders.reports.reproduce import Command
from graders.reports.score import by_suite, holds_in_words, reservations

TEMPLATE = "card.html.j2"
MOST_CHARACTERS_OF_ALL = 400_000
"""How much of all files of a folder is shown."""
STYLES = ("card.css",)
SCRIPTS = ("card.js",)


class Link(msgspec.Struct, frozen=True):
    """Hold where a link leads, as a path from the page that is already escaped for a URL."""

    href: str
    text: str


class Listing(msgspec.Struct, frozen=True):
    """Hold one file as it is shown: its name and size in a folder, both empty for a lone file.

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
) -> str:
    """Return the page of a scorecard: one file that needs nothing else.

    `content` is what was handed in, None where it is not to be had. `around` are links to
    the pages before, above and after this one. An `interviewer` is given questions and a rubric
    too. Without `spoilers` nothing tells an answer, to an interviewer neither; without `hints` the
    assessment is left out. With a `command` each miss says how to have it in one's hands.
    """
    shown = card if hints else replace(card, assessment=None)
    shown = shown if spoilers else card_without_spoilers(shown)
    kata = all_katas().get(card.kata)
    stands = place(kata, shown.assessment)
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
        files=None if content is None else list(_listings(card, content)),
    )


def _listings(card: Scorecard, content: Content) -> Iterator[Listing]:
    """Yield the files of a folder, that which is called first, or a lone file."""
    if isinstance(content, bytes):
        yield Listing("", "", numbered(card.submission.path, content))
        return
    room = MOST_CHARACTERS_OF_ALL
    entry = card.submission.entry
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

"""Put two or three people of a batch side by side: cases, the first miss of each, their code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from graders.katas import all_katas
from graders.model.batch import Entry
from graders.model.scorecard import Scorecard
from graders.model.text import on_one_line
from graders.reports.pages.card import SCRIPTS, STYLES
from graders.reports.pages.cases import Showing, ShownCase
from graders.reports.pages.facts import first_miss, where_on
from graders.reports.pages.index import StripMark, by_hand_in_words, strip_marks
from graders.reports.pages.listing import Beside, Listing, code_beside, listings
from graders.reports.pages.page import rendered

TEMPLATE = "compare.html.j2"


class Side(msgspec.Struct, frozen=True):
    """One person; `page` is empty where there is none.

    `marks` are by the ids of the cases, after the kata where the people have not all the same one.
    """

    name: str
    page: str
    path: str
    kata: str
    score: str
    stands: str
    by_hand: str
    marks: dict[str, StripMark]
    first: ShownCase | None
    beside: Beside | None
    files: tuple[Listing, ...]

    def letter(self, case: str) -> str:
        return self.marks[case].letter if case in self.marks else ""


def compare_page(entries: Sequence[Entry], pages: Sequence[str], title: str) -> str:
    """Return the page of people who were graded; `pages` are links to theirs, or empty."""
    is_mixed = len({entry.scorecard.kata for entry in entries if entry.scorecard}) > 1
    sides = [
        _side(entry, entry.scorecard, page, f"{number}-", is_mixed=is_mixed)
        for number, (entry, page) in enumerate(zip(entries, pages, strict=True), start=1)
        if entry.scorecard is not None
    ]
    cases = list(dict.fromkeys(case for side in sides for case in side.marks))
    return rendered(
        TEMPLATE,
        styles=[*STYLES, "index.css", "compare.css"],
        scripts=SCRIPTS,
        title=on_one_line(title),
        sides=sides,
        cases=cases,
        differing={case for case in cases if len({side.letter(case) for side in sides}) > 1},
    )


def _side(entry: Entry, card: Scorecard, page: str, prefix: str, *, is_mixed: bool) -> Side:
    kata = all_katas().get(card.kata)
    missed = first_miss(card)
    shown = Showing(kata, prefix=prefix).cases(() if missed is None else (missed,))
    files = tuple(_files(entry, card))
    of = f"{card.kata} " if is_mixed else ""
    return Side(
        name=on_one_line(entry.candidate),
        page=page,
        path=on_one_line(entry.path),
        kata=card.kata,
        score=f"{card.score} of {card.max_score}",
        stands=where_on(kata, card.assessment) if card.assessment else "",
        by_hand=by_hand_in_words(entry.note) if entry.note else "",
        marks={f"{of}{mark.case}": mark for mark in strip_marks(card)},
        first=next(iter(shown), None),
        beside=code_beside(files, () if kata is None else kata.names_called()),
        files=files,
    )


def _files(entry: Entry, card: Scorecard) -> Iterator[Listing]:
    if entry.content is not None:
        yield from listings(entry.content, entry.path, card.submission.entry)

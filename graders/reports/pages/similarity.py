"""Put what resembles what in a batch on a page: both passages side by side, with their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from graders.model.batch import Batch, Entry, Pair, Passage
from graders.model.submission import Content, Files
from graders.model.text import on_one_line, readable
from graders.reports.pages.page import rendered
from graders.reports.score import count

TEMPLATE = "likenesses.html.j2"
MOST_PAIRS = 200
"""How many pairs are named; the passages of as many as there is room for are shown."""
MOST_LINES = 20_000
"""How many lines of passages the page holds at most, so that it opens at once."""
MOST_PASSAGES = 12
"""How many passages of one pair are shown, the longest."""


class Side(msgspec.Struct, frozen=True):
    """Hold one side of a passage: whose lines, which, and where their page has them, if any.

    `file` is the one of a folder that they are in.
    """

    whose: str
    page: str
    first: int
    last: int
    lines: tuple[str, ...]
    file: str = ""


class Shown(msgspec.Struct, frozen=True):
    """Hold one pair as it is shown; `left_out` is how many of its passages are not."""

    number: int
    first: str
    second: str
    first_page: str
    second_page: str
    percent: int
    passages: tuple[tuple[Side, Side], ...]
    left_out: int

    @property
    def passages_in_words(self) -> str:
        """Return how many passages they share."""
        return count(len(self.passages) + self.left_out, "passage")


class Likenesses(msgspec.Struct, frozen=True):
    """Hold the pairs that are shown, the most alike first, and how many there are in all."""

    title: str
    compared: str
    pairs: tuple[Shown, ...]
    of: int


def likenesses_page(batch: Batch, pages: Sequence[str], index_page: str) -> str:
    """Return the page; `pages` are the files of the candidates, by their place in the batch."""
    return rendered(
        TEMPLATE,
        styles=["likenesses.css"],
        view=likenesses(batch, pages),
        index_page=index_page,
    )


def likenesses(batch: Batch, pages: Sequence[str]) -> Likenesses:
    """Return what the page shows of a batch in which somebody looked for pairs."""
    found = sorted(batch.likenesses or (), key=lambda pair: -pair.share)
    room = MOST_LINES
    shown = []
    for number, pair in enumerate(found[:MOST_PAIRS], start=1):
        passages = tuple(_within(room, pair.passages[:MOST_PASSAGES]))
        room -= sum(map(_length, passages))
        shown.append(_shown(number, pair, passages, batch.entries, pages))
    readable_ones = sum(entry.content is not None for entry in batch.entries)
    return Likenesses(
        title=on_one_line(batch.title) or "A batch of submissions",
        compared=count(readable_ones, "submission"),
        pairs=tuple(shown),
        of=len(found),
    )


def _within(room: int, passages: Sequence[Passage]) -> Iterator[Passage]:
    """Return the passages for whose lines there is room."""
    for passage in passages:
        room -= _length(passage)
        if room < 0:
            return
        yield passage


def _length(passage: Passage) -> int:
    first = passage.first_to - passage.first_from + 1
    return first + passage.second_to - passage.second_from + 1


def _shown(
    number: int,
    pair: Pair,
    passages: Sequence[Passage],
    entries: Sequence[Entry],
    pages: Sequence[str],
) -> Shown:
    sides = [
        _Whole(
            on_one_line(entries[place].candidate),
            pages[place],
            _lines(entries[place].content),
            entries[place].content,
        )
        for place in (pair.first, pair.second)
    ]
    return Shown(
        number=number,
        first=sides[0].whose,
        second=sides[1].whose,
        first_page=sides[0].page,
        second_page=sides[1].page,
        percent=round(100 * pair.share),
        passages=tuple(
            (
                sides[0].part(passage.first_from, passage.first_to),
                sides[1].part(passage.second_from, passage.second_to),
            )
            for passage in passages
        ),
        left_out=len(pair.passages) - len(passages),
    )


class _Whole(msgspec.Struct, frozen=True):
    """Hold one of a pair: whose it is, its page, and all of its lines, of a folder file by file."""

    whose: str
    page: str
    lines: Sequence[str]
    content: Content | None

    def part(self, first: int, last: int) -> Side:
        page = f"{self.page}#L{first}" if self.page else ""
        lines = tuple(self.lines[first - 1 : last])
        if not isinstance(self.content, Files):
            return Side(self.whose, page, first, last, lines)
        file, begins = self.content.place_of(first)
        return Side(self.whose, page, begins, begins + last - first, lines, on_one_line(file))


def _lines(content: Content | None) -> Sequence[str]:
    if not isinstance(content, Files):
        return readable(content or b"").split("\n")
    return [
        line
        for file in content.files
        if file.content
        for line in readable(file.content).removesuffix("\n").split("\n")
    ]

"""Lay out the pages of a batch: which there are, links, and the page of what resembles what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from graders.model.batch import Batch, Entry, Pair, Passage
from graders.model.submission import Content, Files
from graders.model.text import on_one_line, readable
from graders.reports.leaderboard import ranked, same_moves, shortened_name, unread_in_words
from graders.reports.pages.card import Link, card_page
from graders.reports.pages.file_names import file_names, link_to
from graders.reports.pages.index import Alike, index_page
from graders.reports.pages.noting import noting_of
from graders.reports.pages.page import rendered
from graders.reports.pages.refused import refused_page
from graders.reports.score import count
from graders.reports.spoilers import batch_without_spoilers

INDEX, LIKENESS, CANDIDATES = "index.html", "likeness.html", "candidates"
SHOWN_NAME = 40  # how much of a neighbour's name a link shows


class Site(msgspec.Struct, frozen=True):
    """A batch that is to be shown; without `spoilers` no page tells an answer.

    The page of a candidate can then be sent to them, so it does not name the others either.
    """

    batch: Batch
    spoilers: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        likeness = () if self.batch.likenesses is None else (LIKENESS,)
        return (*filter(None, self.candidates), *likeness, INDEX)

    @property
    def candidates(self) -> tuple[str, ...]:
        """Return the file of each submission; an empty name where nobody has graded it yet."""
        entries = self.batch.entries
        names = file_names([entry.candidate for entry in entries])
        return tuple(
            f"{CANDIDATES}/{name}" if entry.scorecard is not None or entry.refused else ""
            for entry, name in zip(entries, names, strict=True)
        )

    def pages(self) -> Iterator[tuple[str, str]]:
        """Return each file's name and text, what leads to others after those."""
        batch = self.batch if self.spoilers else batch_without_spoilers(self.batch)
        names = self.candidates
        links = tuple(map(link_to, names))
        pairs = alike(batch) if self.spoilers else {}
        in_order = [place.number for place in ranked(batch) if names[place.number]]
        for before, number, after in _neighbours(in_order):
            around = _around(batch.entries, links, before, after) if self.spoilers else ()
            yield names[number], self._card(number, around, pairs.get(number, ()))
        if batch.likenesses is not None:
            yield LIKENESS, likenesses_page(batch, links, INDEX)
        page = "" if batch.likenesses is None else LIKENESS
        yield INDEX, index_page(batch, links, page, pairs)

    def _card(self, number: int, around: tuple[Link, ...], pairs: Iterable[Alike]) -> str:
        entry = self.batch.entries[number]
        hand_in = entry.hand_in if self.spoilers else replace(entry.hand_in, columns=())
        noting = noting_of(entry, self.batch.key) if self.spoilers else None
        if entry.scorecard is None:
            return refused_page(entry, around=around, hand_in=hand_in, noting=noting)
        return card_page(
            entry.scorecard,
            entry.content,
            candidate=entry.candidate,
            hand_in=hand_in,
            around=around,
            similar=tuple(
                Link(f"../{pair.href}", f"{pair.how} {pair.whom}: a hint, no verdict")
                for pair in pairs
            ),
            noting=noting,
            spoilers=self.spoilers,
        )


def _neighbours(numbers: Sequence[int]) -> Iterator[tuple[int | None, int, int | None]]:
    """Return each number with the one before and the one after it.

    >>> list(_neighbours([7, 3]))
    [(None, 7, 3), (7, 3, None)]
    """
    padded = [None, *numbers, None]
    for (before, number), (_, after) in pairwise(pairwise(padded)):
        assert number is not None
        yield before, number, after


def _around(
    entries: Sequence[Entry], pages: Sequence[str], before: int | None, after: int | None
) -> tuple[Link, ...]:
    links = [Link(f"../{INDEX}", "Leaderboard")]
    for words, number in (("Before", before), ("Next", after)):
        if number is not None:
            name = shortened_name(entries[number].candidate, SHOWN_NAME)
            links.append(Link(f"../{pages[number]}", f"{words}: {name}"))
    return tuple(links)


def alike(batch: Batch) -> Mapping[int, tuple[Alike, ...]]:
    """Return by its place in the batch whom a submission resembles, the most alike first.

    Of a pair that the page of likenesses does not show the link leads to the page itself.
    """
    found: dict[int, list[Alike]] = {}
    for number, pair in enumerate(_in_order(batch), start=1):
        at = f"#pair-{number}" if pair.passages else "#pairs"
        href = LIKENESS + (at if number <= MOST_PAIRS else "")
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            whom = shortened_name(batch.entries[other].candidate, SHOWN_NAME)
            found.setdefault(one, []).append(Alike(whom, _how_alike(pair), href))
    return {place: tuple(pairs) for place, pairs in found.items()}


def _how_alike(pair: Pair) -> str:
    """Say it in the words before a name.

    >>> from graders.model.batch import SamePlay
    >>> _how_alike(Pair(0, 1, 0.5)), _how_alike(Pair(0, 1, 0.3, play=SamePlay(16, 16, 0, True)))
    ('50 % like', 'plays (16 of 16 moves) like')
    """
    telling = pair.play is not None and pair.play.telling
    how = f"plays ({same_moves(pair)})" if telling else f"{round(100 * pair.share)} %"
    return f"{how} like"


TEMPLATE = "likenesses.html.j2"
MOST_PAIRS = 200  # how many pairs are named; the passages of as many as there is room for are shown
MOST_LINES = 20_000  # how many lines of passages the page holds at most, so that it opens at once
MOST_PASSAGES = 12  # how many passages of one pair are shown, the longest


class PassageSide(msgspec.Struct, frozen=True):
    """One side of a passage: whose lines, which, and where their page has them, if any.

    `file` is the one of a folder that they are in.
    """

    whose: str
    page: str
    first: int
    last: int
    lines: tuple[str, ...]
    file: str = ""


class ShownPair(msgspec.Struct, frozen=True):
    """One pair as it is shown; `left_out` is how many of its passages are not.

    `moves` says on how many quiet positions both play the same, empty where nobody knows, and so
    many `others` play like both. `same_bytes` tells that one is the other, byte for byte.
    """

    number: int
    first: str
    second: str
    first_page: str
    second_page: str
    percent: int
    moves: str
    others: int
    passages: tuple[tuple[PassageSide, PassageSide], ...]
    left_out: int
    same_bytes: bool

    @property
    def passages_in_words(self) -> str:
        return count(len(self.passages) + self.left_out, "passage")


class Likenesses(msgspec.Struct, frozen=True):
    title: str
    compared: str
    unread: str
    pairs: tuple[ShownPair, ...]
    of: int

    @property
    def played(self) -> bool:
        """Tell whether there are quiet moves of any pair."""
        return any(pair.moves for pair in self.pairs)


def likenesses_page(batch: Batch, pages: Sequence[str], index_page: str) -> str:
    """Return the page; `pages` are links to the candidates, by their place in the batch."""
    return rendered(
        TEMPLATE,
        styles=["likenesses.css"],
        view=likenesses(batch, pages),
        index_page=index_page,
    )


def likenesses(batch: Batch, pages: Sequence[str]) -> Likenesses:
    """Return what the page shows of a batch in which somebody looked for pairs."""
    found = _in_order(batch)
    room = MOST_LINES
    shown = []
    for number, pair in enumerate(found[:MOST_PAIRS], start=1):
        passages = tuple(_within(room, pair.passages[:MOST_PASSAGES]))
        room -= sum(map(_length, passages))
        shown.append(_shown(number, pair, passages, batch.entries, pages))
    compared = sum(entry.content is not None for entry in batch.entries) - len(batch.unread)
    return Likenesses(
        title=on_one_line(batch.title) or "A batch of submissions",
        compared=f"{count(compared, 'submission')} {'was' if compared == 1 else 'were'} compared",
        unread=unread_in_words(batch),
        pairs=tuple(shown),
        of=len(found),
    )


def _in_order(batch: Batch) -> list[Pair]:
    return sorted(batch.likenesses or (), key=lambda pair: pair.order)


def _within(room: int, passages: Sequence[Passage]) -> Iterator[Passage]:
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
) -> ShownPair:
    sides = [
        _Whole(
            on_one_line(entries[place].candidate),
            pages[place],
            _lines(entries[place].content),
            entries[place].content,
        )
        for place in (pair.first, pair.second)
    ]
    return ShownPair(
        number=number,
        first=sides[0].whose,
        second=sides[1].whose,
        first_page=sides[0].page,
        second_page=sides[1].page,
        percent=round(100 * pair.share),
        moves=same_moves(pair),
        others=pair.play.others if pair.play else 0,
        passages=tuple(
            (
                sides[0].part(passage.first_from, passage.first_to),
                sides[1].part(passage.second_from, passage.second_to),
            )
            for passage in passages
        ),
        left_out=len(pair.passages) - len(passages),
        same_bytes=entries[pair.first].content == entries[pair.second].content,
    )


class _Whole(msgspec.Struct, frozen=True):
    whose: str
    page: str
    lines: Sequence[str]
    content: Content | None

    def part(self, first: int, last: int) -> PassageSide:
        page = f"{self.page}#L{first}" if self.page else ""
        lines = tuple(self.lines[first - 1 : last])
        if not isinstance(self.content, Files):
            return PassageSide(self.whose, page, first, last, lines)
        file, begins = self.content.place_of(first)
        return PassageSide(
            self.whose, page, begins, begins + last - first, lines, on_one_line(file)
        )


def _lines(content: Content | None) -> Sequence[str]:
    if not isinstance(content, Files):
        return readable(content or b"").split("\n")
    return [
        line
        for file in content.files
        if file.content
        for line in readable(file.content).removesuffix("\n").split("\n")
    ]

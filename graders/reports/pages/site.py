"""Lay out the pages of a batch: the name of each file, what leads where, what is in each."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from graders.model.batch import Batch, Entry
from graders.reports.leaderboard import named, places
from graders.reports.pages.card import Link, card_page
from graders.reports.pages.index import index_page
from graders.reports.pages.similarity import likenesses_page

INDEX, LIKENESS, CANDIDATES = "index.html", "likeness.html", "candidates"
SHOWN_NAME = 40
"""How much of a neighbour's name a link shows."""


class Site(msgspec.Struct, frozen=True):
    """Hold a batch that is to be shown; without `spoilers` no page tells an answer.

    The page of a candidate can then be sent to them, so it does not name the others either.
    """

    batch: Batch
    spoilers: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all files."""
        likeness = () if self.batch.likenesses is None else (LIKENESS,)
        return (*filter(None, self._candidates), *likeness, INDEX)

    @property
    def _candidates(self) -> tuple[str, ...]:
        """Return the file of each submission; an empty name where there is no scorecard."""
        entries = self.batch.entries
        names = file_names([entry.candidate for entry in entries])
        return tuple(
            f"{CANDIDATES}/{name}" if entry.scorecard is not None else ""
            for entry, name in zip(entries, names, strict=True)
        )

    def pages(self) -> Iterator[tuple[str, str]]:
        """Return each file's name and text, what leads to others after those."""
        batch, names = self.batch, self._candidates
        in_order = [place.number for place in places(batch) if names[place.number]]
        for before, number, after in _neighbours(in_order):
            around = _around(batch.entries, names, before, after) if self.spoilers else ()
            yield names[number], self._card(batch.entries[number], around)
        if batch.likenesses is not None:
            yield LIKENESS, likenesses_page(batch, names, INDEX)
        yield INDEX, index_page(batch, names, "" if batch.likenesses is None else LIKENESS)

    def _card(self, entry: Entry, around: tuple[Link, ...]) -> str:
        assert entry.scorecard is not None
        return card_page(
            entry.scorecard,
            entry.content,
            candidate=entry.candidate,
            around=around,
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
    entries: Sequence[Entry], names: Sequence[str], before: int | None, after: int | None
) -> tuple[Link, ...]:
    """Return the links of a candidate's page, in the order of the leaderboard."""
    links = [Link(f"../{INDEX}", "Leaderboard")]
    for words, number in (("Before", before), ("Next", after)):
        if number is not None:
            name = named(entries[number].candidate, SHOWN_NAME)
            links.append(Link(f"../{names[number]}", f"{words}: {name}"))
    return tuple(links)


LONGEST = 60
"""How many characters of a candidate's name are kept."""
UNNAMED = "candidate"
SUFFIX = ".html"
_OTHER = re.compile(r"[^a-z0-9]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""What Windows takes for a device, whatever follows the dot."""


def file_names(candidates: Sequence[str]) -> tuple[str, ...]:
    """Return a file name for each candidate, no two alike, also where capitals do not count.

    Only a-z, 0-9 and hyphens are in it. Where two candidates would share one, both get a piece of
    the name's hash; a candidate who comes twice is counted.

    >>> file_names(["Ada Lovelace", "../../etc", "Zoë", "con"])
    ('ada-lovelace.html', 'etc.html', 'zoe.html', 'con-1143da2b.html')
    """
    stems = [_stem(candidate) for candidate in candidates]
    shared = {stem for stem, times in Counter(stems).items() if times > 1}
    wanted = [
        f"{stem}-{_piece(candidate)}" if stem in shared or _RESERVED.fullmatch(stem) else stem
        for stem, candidate in zip(stems, candidates, strict=True)
    ]
    return tuple(f"{name}{SUFFIX}" for name in _counted(wanted))


def _stem(candidate: str) -> str:
    plain = unicodedata.normalize("NFKD", candidate).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("-", plain)[:LONGEST].strip("-") or UNNAMED


def _piece(candidate: str) -> str:
    return hashlib.sha256(candidate.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _counted(names: Sequence[str]) -> Iterator[str]:
    """Put a number behind each name that was there before."""
    wanted, taken = set(names), set[str]()
    for name in names:
        counted, number = name, 1
        while counted in taken or (number > 1 and counted in wanted):
            number += 1
            counted = f"{name}-{number}"
        taken.add(counted)
        yield counted

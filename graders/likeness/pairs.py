"""Find the pairs of a batch that resemble one another: a hint to read both, never a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice, product

import msgspec

from graders.likeness.fingerprints import Fingerprints
from graders.likeness.given import given
from graders.likeness.passages import passages_of
from graders.likeness.reading import prints_of
from graders.model.batch import Pair
from graders.model.submission import Content

AT_LEAST = 0.4
"""The smallest share that is told of: some twice what independent programs were seen to have."""
LEAST_OWN = 10
"""A program with fewer fingerprints of its own says nothing about who wrote it."""
MOST_PAIRS = 2000
"""How many pairs are told of, those that share most: nobody reads as many."""
LARGE = 20
"""From so many different programs on, what more than half of them have is nobody's own."""
MOST_HOLDERS = 250
"""What more different programs than this have is nobody's own either."""
_ASKED = 200
"""How many of a program's fingerprints are looked up, the rarest, to find whom it resembles."""


class _Program(msgspec.Struct, frozen=True, eq=False):
    """Hold what files of the same words share, and their places in the batch."""

    key: bytes
    chosen: frozenset[int]
    own: frozenset[int]
    files: tuple[int, ...]


def find_pairs(
    contents: Sequence[tuple[str, Content | None]],
    *,
    at_least: float = AT_LEAST,
    known: Collection[int] | None = None,
    on_failure: Callable[[int], object] = lambda _place: None,
) -> tuple[Pair, ...]:
    """Return the pairs that share at least so much, those that share most first.

    `contents` are the name of each file, whose suffix tells its language, and its bytes, or the
    files of a folder. What is `known` to everybody counts for nothing: by default `given.given()`.
    `on_failure` is told the place of each that could not be read; it is in no pair.
    """
    known = given() if known is None else known
    prints = prints_of(contents, on_failure)
    programs = _programs(prints, known)
    shares = [(program, program, 1.0) for program in programs if len(program.files) > 1]
    for one, other in _candidates(programs, at_least):
        share = share_of(one.own, other.own)
        if share and share >= at_least:
            shares.append((one, other, share))
    shares.sort(key=lambda found: (-found[2], found[0].files, found[1].files))
    pairs = islice(_of_files(prints, shares), MOST_PAIRS)
    return tuple(sorted(pairs, key=lambda pair: (-pair.share, pair.first, pair.second)))


def share_of(first: Collection[int], second: Collection[int]) -> float:
    """Return how much of the smaller of two sets of fingerprints is in the other.

    >>> share_of(range(20), range(10, 100)), share_of(range(20), range(9))
    (0.5, 0.0)
    """
    least = min(len(first), len(second))
    return len(frozenset(first) & frozenset(second)) / least if least >= LEAST_OWN else 0.0


def _programs(prints: Sequence[Fingerprints], known: Collection[int]) -> list[_Program]:
    """Put files of the same words together, and take away what is nobody's own."""
    files: dict[bytes, list[int]] = {}
    for at, found in enumerate(prints):
        files.setdefault(found.key, []).append(at)
    firsts = {key: prints[places[0]] for key, places in files.items()}
    holders = Counter(each for found in firsts.values() for each in frozenset(found.hashes))
    most = min(MOST_HOLDERS, len(firsts) / 2 if len(firsts) >= LARGE else MOST_HOLDERS)
    common = {each for each, count in holders.items() if count > most}
    programs = []
    for key, found in firsts.items():
        own = frozenset(found.hashes) - common - frozenset(known)
        if len(own) >= LEAST_OWN:
            programs.append(_Program(key, found.chosen & own, own, tuple(files[key])))
    return programs


def _candidates(
    programs: Sequence[_Program], at_least: float
) -> Iterator[tuple[_Program, _Program]]:
    """Return the pairs worth comparing: the rarest that one chose were often chosen by the other.

    Not every pair is looked at, and no more are returned than anybody would read.
    """
    holders: dict[int, list[int]] = {}
    for at, program in enumerate(programs):
        for value in program.chosen:
            holders.setdefault(value, []).append(at)
    likely: dict[tuple[int, int], float] = {}
    for at, program in enumerate(programs):
        asked = sorted(program.chosen, key=lambda value: (len(holders[value]), value))[:_ASKED]
        votes = Counter(other for value in asked for other in holders[value] if other != at)
        for other, count in votes.items():
            if (guess := count / len(asked)) >= at_least / 2:
                pair = min(at, other), max(at, other)
                likely[pair] = max(likely.get(pair, 0.0), guess)
    order = sorted(
        likely,
        key=lambda pair: (-likely[pair], sorted((programs[pair[0]].key, programs[pair[1]].key))),
    )
    return ((programs[one], programs[other]) for one, other in order[:MOST_PAIRS])


def _of_files(
    prints: Sequence[Fingerprints], shares: Iterable[tuple[_Program, _Program, float]]
) -> Iterator[Pair]:
    """Return the pairs of files; several of them may be of the same words."""
    for one, other, share in shares:
        telling = one.own & other.own
        same = one is other
        for places in combinations(one.files, 2) if same else product(one.files, other.files):
            first, second = sorted(places)
            passages = passages_of(prints[first], prints[second], telling)
            yield Pair(first, second, share, passages)

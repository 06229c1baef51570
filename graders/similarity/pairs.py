"""Find the pairs of a batch that resemble one another: a hint to read both, never a verdict.

Fingerprints of what everybody was given say nothing of who wrote a file, and are left out. What
two programs share otherwise is counted, and shown as passages of lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path

import msgspec

import kata
import solutions
from graders.model.batch import Pair, Passage
from graders.model.submission import Content
from graders.similarity.fingerprints import Fingerprints, fingerprints_of, read_fingerprints

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
_MOST_LOOKED_UP = 200
"""How many of a program's fingerprints are looked up, the rarest, to find whom it resembles."""
_FENCED = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?", re.MULTILINE)
MOST = 50
"""How many passages of a pair are told of."""
_GAP = 2
"""So many lines that differ, or are the layout of one of them, do not end a passage."""
_PLACES = 8
"""In so many places of the other program a run is looked for."""


def find_pairs(
    contents: Sequence[tuple[str, Content | None]],
    *,
    at_least: float = AT_LEAST,
    known: Collection[int] | None = None,
    on_failure: Callable[[int], object] = lambda _place: None,
) -> tuple[Pair, ...]:
    """Return the pairs that share at least so much, those that share most first.

    `contents` are the name of each file, whose suffix tells its language, and its bytes, or the
    files of a folder. What is `known` to everybody counts for nothing: by default what is
    published here. `on_failure` is told the place of each that could not be read; it is in no pair.
    """
    known = published_fingerprints() if known is None else known
    prints = read_fingerprints(contents, on_failure)
    programs = _distinct_programs(prints, known)
    shares = [(program, program, 1.0) for program in programs if len(program.files) > 1]
    for one, other in _candidates(programs, at_least):
        share = share_of(one.own, other.own)
        if share and share >= at_least:
            shares.append((one, other, share))
    shares.sort(key=lambda found: (-found[2], found[0].files, found[1].files))
    pairs = islice(_file_pairs(prints, shares), MOST_PAIRS)
    return tuple(sorted(pairs, key=lambda pair: (-pair.share, pair.first, pair.second)))


def share_of(first: Collection[int], second: Collection[int]) -> float:
    """Return how much of the smaller of two sets of fingerprints is in the other.

    >>> share_of(range(20), range(10, 100)), share_of(range(20), range(9))
    (0.5, 0.0)
    """
    least = min(len(first), len(second))
    return len(frozenset(first) & frozenset(second)) / least if least >= LEAST_OWN else 0.0


class _Program(msgspec.Struct, frozen=True, eq=False):
    """What files of the same words share, and their places in the batch."""

    key: bytes
    chosen: frozenset[int]
    own: frozenset[int]
    files: tuple[int, ...]


def _distinct_programs(prints: Sequence[Fingerprints], known: Collection[int]) -> list[_Program]:
    """Put files of the same words together, and take away what is nobody's own."""
    files: dict[bytes, list[int]] = {}
    for at, found in enumerate(prints):
        files.setdefault(found.key, []).append(at)
    firsts = {key: prints[places[0]] for key, places in files.items()}
    holders = Counter(each for found in firsts.values() for each in frozenset(found.hashes))
    most = min(MOST_HOLDERS, len(firsts) / 2 if len(firsts) >= LARGE else MOST_HOLDERS)
    # What so many have comes from a page or a lesson that they all know.
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
        asked = sorted(program.chosen, key=lambda value: (len(holders[value]), value))[
            :_MOST_LOOKED_UP
        ]
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


def _file_pairs(
    prints: Sequence[Fingerprints], shares: Iterable[tuple[_Program, _Program, float]]
) -> Iterator[Pair]:
    for one, other, share in shares:
        telling = one.own & other.own
        same = one is other
        for places in combinations(one.files, 2) if same else product(one.files, other.files):
            first, second = sorted(places)
            passages = _common_passages(prints[first], prints[second], telling)
            yield Pair(first, second, share, passages)


@cache
def published_fingerprints() -> frozenset[int]:
    """Return the fingerprints of all that is published: they say nothing of who wrote a file."""
    return frozenset(
        each for name, content in _published() for each in fingerprints_of(name, content).hashes
    )


def _published() -> Iterator[tuple[str, bytes]]:
    for package in (kata, solutions):
        folder = Path(package.__path__[0])
        for path in sorted(folder.rglob("*.py")):
            yield path.name, path.read_bytes()
        for path in sorted(folder.rglob("*.md")):
            for block in _FENCED.findall(path.read_text(encoding="utf-8")):
                yield "block.py", _PROMPT.sub("", block).encode()


def _common_passages(
    first: Fingerprints, second: Fingerprints, telling: Collection[int]
) -> tuple[Passage, ...]:
    """Return the passages that both have, the longest first.

    In each is at least one fingerprint that is `telling`: not one that everybody was given.
    """
    found = [_as_passage(first, second, run) for run in _runs(first, second, telling)]
    merged = sorted(
        _merge_adjacent(found, first, second), key=lambda each: (-_length(each), each.first_from)
    )
    return tuple(merged[:MOST])


class _Run(msgspec.Struct, frozen=True):
    """Fingerprints in a row that are the same in both: where they begin, and how many."""

    first: int
    second: int
    count: int


def _runs(first: Fingerprints, second: Fingerprints, telling: Collection[int]) -> Iterator[_Run]:
    """Return the longest run from each place of the first that is in none before it."""
    places: dict[int, list[int]] = {}
    for at, value in enumerate(second.hashes):
        there = places.setdefault(value, [])
        if len(there) < _PLACES:
            there.append(at)
    at = 0
    while at < len(first.hashes):
        here = at
        runs = [
            _Run(here, place, _common_length(first, second, here, place))
            for place in places.get(first.hashes[at], ())
        ]
        if not runs:
            at += 1
            continue
        run = max(runs, key=lambda each: each.count)
        if any(first.hashes[n] in telling for n in range(at, at + run.count)):
            yield run
        at += run.count


def _common_length(first: Fingerprints, second: Fingerprints, one: int, other: int) -> int:
    most = min(len(first.hashes) - one, len(second.hashes) - other)
    files = first.file_of(one), second.file_of(other)
    for count in range(most):
        at = one + count, other + count
        if first.hashes[at[0]] != second.hashes[at[1]]:
            return count
        if (first.file_of(at[0]), second.file_of(at[1])) != files:
            return count
    return most


def _as_passage(first: Fingerprints, second: Fingerprints, run: _Run) -> Passage:
    return Passage(
        *_line_range(first, run.first, run.count), *_line_range(second, run.second, run.count)
    )


def _line_range(program: Fingerprints, at: int, count: int) -> tuple[int, int]:
    return program.lines[program.starts[at]], program.lines[program.ends[at + count - 1] - 1]


def _merge_adjacent(
    found: list[Passage], first: Fingerprints, second: Fingerprints
) -> Iterator[Passage]:
    def files(passage: Passage) -> tuple[int, int]:
        return first.file_at(passage.first_from), second.file_at(passage.second_from)

    last: Passage | None = None
    for passage in found:
        if last is not None and _follows(last, passage) and files(last) == files(passage):
            last = Passage(
                last.first_from,
                max(last.first_to, passage.first_to),
                min(last.second_from, passage.second_from),
                max(last.second_to, passage.second_to),
            )
            continue
        if last is not None:
            yield last
        last = passage
    if last is not None:
        yield last


def _follows(before: Passage, after: Passage) -> bool:
    return (
        after.first_from - before.first_to <= _GAP
        and before.second_from <= after.second_from
        and after.second_from - before.second_to <= _GAP
    )


def _length(passage: Passage) -> int:
    return passage.first_to - passage.first_from + passage.second_to - passage.second_from

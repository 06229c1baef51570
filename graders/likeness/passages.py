"""Say where two programs have their fingerprints in common, in lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from graders.likeness.fingerprints import Fingerprints
from graders.model.batch import Passage

MOST = 50
"""How many passages of a pair are told of."""
_GAP = 2
"""So many lines that differ, or are the layout of one of them, do not end a passage."""
_PLACES = 8
"""In so many places of the other program a run is looked for."""


class _Run(msgspec.Struct, frozen=True):
    """Hold fingerprints in a row that are the same in both: where they begin, and how many."""

    first: int
    second: int
    count: int


def passages_of(
    first: Fingerprints, second: Fingerprints, telling: Collection[int]
) -> tuple[Passage, ...]:
    """Return the passages that both have, the longest first.

    In each is at least one fingerprint that is `telling`: not one that everybody was given.
    """
    found = [_in_lines(first, second, run) for run in _runs(first, second, telling)]
    merged = sorted(
        _merged(found, first, second), key=lambda each: (-_length(each), each.first_from)
    )
    return tuple(merged[:MOST])


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
            _Run(here, place, _common(first, second, here, place))
            for place in places.get(first.hashes[at], ())
        ]
        if not runs:
            at += 1
            continue
        run = max(runs, key=lambda each: each.count)
        if any(first.hashes[n] in telling for n in range(at, at + run.count)):
            yield run
        at += run.count


def _common(first: Fingerprints, second: Fingerprints, one: int, other: int) -> int:
    most = min(len(first.hashes) - one, len(second.hashes) - other)
    files = first.file_of(one), second.file_of(other)
    for count in range(most):
        at = one + count, other + count
        if first.hashes[at[0]] != second.hashes[at[1]]:
            return count
        if (first.file_of(at[0]), second.file_of(at[1])) != files:
            return count
    return most


def _in_lines(first: Fingerprints, second: Fingerprints, run: _Run) -> Passage:
    return Passage(*_lines(first, run.first, run.count), *_lines(second, run.second, run.count))


def _lines(program: Fingerprints, at: int, count: int) -> tuple[int, int]:
    return program.lines[program.starts[at]], program.lines[program.ends[at + count - 1] - 1]


def _merged(found: list[Passage], first: Fingerprints, second: Fingerprints) -> Iterator[Passage]:
    """Put together those that follow each other in both, within one file of each."""

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

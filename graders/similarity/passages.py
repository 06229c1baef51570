"""Find the lines that two programs have in common: runs of words, and lines that share facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from graders.model.batch import Passage
from graders.similarity.fingerprints import Fingerprints

MOST = 50
"""How many passages of a pair are told of."""
_GAP = 2
"""So many lines that differ, or are the layout of one of them, do not end a passage."""
_PLACES = 8
"""In so many places of the other program a run is looked for."""
_LEAST_OF_LINE = 1000
"""What the facts of two lines weigh for them to be shown: as one that nothing published has."""
LinesOfFacts = Mapping[int, Sequence[int]]


def common_passages(
    one: tuple[Fingerprints, LinesOfFacts],
    other: tuple[Fingerprints, LinesOfFacts],
    telling: Collection[int],
    weights: Mapping[int, int],
) -> tuple[Passage, ...]:
    """Return the passages that both have, the longest first.

    In each is at least one fingerprint that is `telling`: not one that everybody was given; or it
    is of lines that share facts, by their `weights`.
    """
    first, second = one[0], other[0]
    found = [_as_passage(first, second, run) for run in _runs(first, second, telling)]
    merged = list(_merge_adjacent(found, first, second))
    shown = {line for each in merged for line in range(each.first_from, each.first_to + 1)}
    alike = [
        each for each in _same_facts(one[1], other[1], weights) if each.first_from not in shown
    ]
    merged += _merge_adjacent(alike, first, second)
    return tuple(sorted(merged, key=lambda each: (-_length(each), each.first_from))[:MOST])


def lines_of_facts(found: Fingerprints) -> LinesOfFacts:
    """Return the lines that each fact is of, once each; of the first few alone."""
    lines: dict[int, list[int]] = {}
    for value, line in zip(found.facts, found.fact_lines, strict=True):
        there = lines.setdefault(value, [])
        if len(there) <= _PLACES and line not in there:
            there.append(line)
    return lines


def _same_facts(
    first: LinesOfFacts, second: LinesOfFacts, weights: Mapping[int, int]
) -> Iterator[Passage]:
    """Return each line of the first of which the second has facts, with the line that has most."""
    votes: dict[int, Counter[int]] = {}
    for value, weight in weights.items():
        here, there = first.get(value, ()), second.get(value, ())
        if there and max(len(there), len(here)) <= _PLACES:
            for line in here:
                told = votes.setdefault(line, Counter())
                for other in there:
                    told[other] += weight // len(there)
    for line in sorted(votes):
        weight, other = max((weight, -other) for other, weight in votes[line].items())
        if weight >= _LEAST_OF_LINE:
            yield Passage(line, line, -other, -other)


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

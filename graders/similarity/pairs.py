"""Compute the similarity of the submissions of a batch: a hint to read both, never a verdict.

Fingerprints of what everybody was given say nothing of who wrote a file, and are left out, as are
functions whose facts are nearly all those of a published one. What two programs share otherwise is
counted, by words and by facts, and shown as passages of lines.
Of two that play alike (`play.py`) less of the source has to be the same, of others more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, product
from math import log, sqrt
from pathlib import Path, PurePath

import msgspec

import kata
import solutions
from graders.model.batch import Pair, SamePlay
from graders.model.scorecard import QuietMove
from graders.model.submission import Content
from graders.similarity import javascript
from graders.similarity.fingerprints import Fingerprints, fingerprints_of, read_fingerprints
from graders.similarity.passages import common_passages, lines_of_facts
from graders.similarity.play import UNLIKE, Columns, Plays, play_of

AT_LEAST = 0.45
"""The smallest share that is told of: what nearly no independent programs were seen to have."""
AT_LEAST_IF_ALIKE, AT_LEAST_IF_UNLIKE = 0.2, 0.7
"""The same for two that play alike, and for two that play otherwise (`play.py`)."""
LEAST_OWN = 10
"""A program with fewer fingerprints of its own says nothing about who wrote it."""
RARE = 1000
"""The weight of a fact that nothing published has."""
LEAST_WEIGHT = 8 * RARE
"""A program whose own facts weigh less says nothing about who wrote it."""
GIVEN = 0.8
"""A function is ignored if this share of its weight is also in a single published function."""
_TELLING = RARE // 5
"""Facts that weigh less are looked up neither for what was given nor for whom one resembles."""
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


def find_pairs(
    contents: Sequence[tuple[str, Content | None]],
    *,
    at_least: float = AT_LEAST,
    known: Collection[int] | None = None,
    quiet_moves: Sequence[Sequence[QuietMove]] = (),
    on_failure: Callable[[int], object] = lambda _place: None,
) -> tuple[Pair, ...]:
    """Return the pairs that share at least so much, those that share most first.

    `contents` are the name of each file, whose suffix tells its language, and its bytes, or the
    files of a folder. What is `known` to everybody counts for nothing: by default what is
    published here. `quiet_moves` are those of each file, as far as it was asked: of two that play
    alike less has to be the same, and they come first, of two that play otherwise more.
    `on_failure` is told the place of each of which nothing could be read: it is in a pair only
    with what is the same byte for byte.
    """
    unread: list[int] = []
    prints = read_fingerprints(contents, unread.append)
    for place in unread:
        on_failure(place)
    programs = _distinct_programs(prints, known, quiet_moves or [()] * len(contents))
    plays = Plays([program.played for program in programs])
    copied = (*programs, *_same_bytes(contents, unread))
    found = [_Likeness(each, each, 1.0) for each in copied if len(each.files) > 1]
    for at, beside in {*plays.alike(), *_candidates(programs, at_least)}:
        one, other = programs[at], programs[beside]
        share = max(share_of(one.own, other.own), _share_of_facts(one, other))
        play = plays.same_play(at, beside)
        if share and share >= _least_share(play, at_least):
            found.append(_Likeness(one, other, share, play))
    found.sort(key=lambda each: each.order)
    pairs = islice(_file_pairs(prints, found), MOST_PAIRS)
    return tuple(sorted(pairs, key=lambda pair: pair.order))


def _least_share(play: SamePlay | None, at_least: float) -> float:
    """Return from which share on a pair is told of that plays so."""
    if play is None:
        return at_least
    if play.telling:
        return min(at_least, AT_LEAST_IF_ALIKE)
    return max(at_least, AT_LEAST_IF_UNLIKE) if play.same < UNLIKE * play.of else at_least


def share_of(first: Collection[int], second: Collection[int]) -> float:
    """Return how much of the smaller of two sets of fingerprints is in the other.

    >>> share_of(range(20), range(10, 100)), share_of(range(20), range(9))
    (0.5, 0.0)
    """
    least = min(len(first), len(second))
    return len(frozenset(first) & frozenset(second)) / least if least >= LEAST_OWN else 0.0


class _Program(msgspec.Struct, frozen=True, eq=False):
    """What files of the same words share, and their places in the batch.

    `facts` are its own, with how often it has each, and `weight` is theirs together. `played` is
    what one of them played on quiet positions.
    """

    key: bytes
    chosen: frozenset[int]
    own: frozenset[int]
    facts: Mapping[int, int]
    weight: int
    files: tuple[int, ...]
    played: Columns


class _Likeness(msgspec.Struct, frozen=True):
    """Two programs, not yet the files of theirs; both are one where the words are the same."""

    one: _Program
    other: _Program
    share: float
    play: SamePlay | None = None

    @property
    def order(self) -> tuple[float, float, int, int]:
        return Pair(self.one.files[0], self.other.files[0], self.share, play=self.play).order


def _share_of_facts(one: _Program, other: _Program) -> float:
    """Return how much of two programs' facts is in both, on the scale of `share_of`.

    It is the root of the mean of both containments, the geometric one: the smaller of two is in
    the larger by chance more often than they are of one size, too.
    """
    if min(one.weight, other.weight) < LEAST_WEIGHT:
        return 0.0
    weigh = _published_facts().weight_of
    same = one.facts.keys() & other.facts.keys()
    both = sum(min(one.facts[each], other.facts[each]) * weigh(each) for each in same)
    return sqrt(both / sqrt(one.weight * other.weight))


def _distinct_programs(
    prints: Sequence[Fingerprints],
    known: Collection[int] | None,
    quiet_moves: Sequence[Sequence[QuietMove]],
) -> list[_Program]:
    """Put files of the same words together, and take away what is nobody's own."""
    files: dict[bytes, list[int]] = {}
    for at, found in enumerate(prints):
        files.setdefault(found.key, []).append(at)
    firsts = {key: prints[places[0]] for key, places in files.items()}
    holders = Counter(each for found in firsts.values() for each in {*found.hashes, *found.facts})
    most = min(MOST_HOLDERS, len(firsts) / 2 if len(firsts) >= LARGE else MOST_HOLDERS)
    # What so many have comes from a page or a lesson that they all know.
    common = {each for each, count in holders.items() if count > most}
    given = published_fingerprints() if known is None else frozenset(known)
    published = _published_facts()
    programs = []
    for key, found in firsts.items():
        own = frozenset(found.hashes) - common - given
        facts: Counter[int] = Counter()
        for each in _facts_by_function(found):
            if known is not None or not published.has(each):
                facts += each
        kept = {value: facts[value] for value in facts.keys() - common - given}
        weight = sum(count * published.weight_of(value) for value, count in kept.items())
        if len(own) >= LEAST_OWN or weight >= LEAST_WEIGHT:
            chosen = found.chosen & own
            moves = next((quiet_moves[at] for at in files[key] if quiet_moves[at]), ())
            programs.append(
                _Program(key, chosen, own, kept, weight, tuple(files[key]), play_of(moves))
            )
    return programs


def _same_bytes(
    contents: Sequence[tuple[str, Content | None]], unread: Iterable[int]
) -> Iterator[_Program]:
    """Put files together of which nothing was read, by their bytes, but for what is published."""
    files: dict[Content, list[int]] = {}
    for at in unread:
        content = contents[at][1]
        if content is not None and content not in _published_bytes():
            files.setdefault(content, []).append(at)
    for places in files.values():
        yield _Program(b"", frozenset(), frozenset(), {}, 0, tuple(places), play_of(()))


def _facts_by_function(found: Fingerprints) -> Iterable[Counter[int]]:
    by_function: dict[int, Counter[int]] = {}
    for value, function in zip(found.facts, found.functions, strict=True):
        by_function.setdefault(function, Counter())[value] += 1
    return by_function.values()


class _PublishedFacts(msgspec.Struct, frozen=True, eq=False):
    """How much each fact weighs that is published, and in which functions, how often, it is."""

    weights: Mapping[int, int]
    places: Mapping[int, Sequence[tuple[int, int]]]

    def weight_of(self, fact: int) -> int:
        return self.weights.get(fact, RARE)

    def has(self, function: Counter[int]) -> bool:
        """Tell whether nearly all of a function is in one that is published."""
        total, by_place = 0, Counter[int]()
        for fact, count in function.items():
            weight = self.weight_of(fact)
            if weight >= _TELLING:
                total += count * weight
                for place, there in self.places.get(fact, ()):
                    by_place[place] += min(count, there) * weight
        return max(by_place.values(), default=0) >= GIVEN * total


def _salt_of(name: str) -> int:
    return javascript.SALT if PurePath(name).suffix in javascript.SUFFIXES else 0


@cache
def _published_facts() -> _PublishedFacts:
    """Return what the published programs have: a fact weighs the less the more of them have it."""
    weights: dict[int, int] = {}
    places: dict[int, list[tuple[int, int]]] = {}
    prints = _published_prints()
    for salt in (0, javascript.SALT):
        # Python has enough that is published to judge by; JavaScript is judged by both.
        of_it = [each for each in prints if salt or not _salt_of(each[0])]
        holders = Counter(
            fact ^ _salt_of(name) for name, found in of_it for fact in frozenset(found.facts)
        )
        scale = log(len(of_it) + 2)
        for fact, count in holders.items():
            weights[fact ^ salt] = round(RARE * (1 - log(count + 1) / scale) ** 3)
    functions = (each for _, found in prints for each in _facts_by_function(found))
    for place, function in enumerate(functions):
        for fact, times in function.items():
            places.setdefault(fact, []).append((place, times))
    return _PublishedFacts(weights, places)


def _candidates(programs: Sequence[_Program], at_least: float) -> list[tuple[int, int]]:
    """Return the pairs worth comparing: of the words or of the facts of one the other has some.

    Of words the rarest that one chose are looked up. No more pairs are returned than anybody
    would read.
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
        for other, shared in votes.items():
            if (guess := shared / len(asked)) >= at_least / 2:
                pair = min(at, other), max(at, other)
                likely[pair] = max(likely.get(pair, 0.0), guess)
    for pair, guess in _alike_in_facts(programs):
        if guess >= at_least / 2:
            likely[pair] = max(likely.get(pair, 0.0), guess)
    order = sorted(
        likely,
        key=lambda pair: (-likely[pair], sorted((programs[pair[0]].key, programs[pair[1]].key))),
    )
    return order[:MOST_PAIRS]


def _alike_in_facts(
    programs: Sequence[_Program],
) -> Iterator[tuple[tuple[int, int], float]]:
    """Return every pair that shares facts, with what its share would be were all of one weight."""
    weigh = _published_facts().weight_of
    telling = [[fact for fact in program.facts if weigh(fact) >= _TELLING] for program in programs]
    before: dict[int, list[int]] = {}
    for at, facts in enumerate(telling):
        votes: Counter[int] = Counter()
        for fact in facts:
            there = before.setdefault(fact, [])
            votes.update(there)
            there.append(at)
        for other, shared in votes.items():
            yield (other, at), sqrt(shared / sqrt(len(facts) * len(telling[other])))


def _file_pairs(prints: Sequence[Fingerprints], found: Iterable[_Likeness]) -> Iterator[Pair]:
    lines: dict[int, Mapping[int, Sequence[int]]] = {}
    for likeness in found:
        one, other = likeness.one, likeness.other
        weights = {
            fact: weight
            for fact in one.facts.keys() & other.facts.keys()
            if (weight := _published_facts().weight_of(fact)) >= _TELLING
        }
        same = one is other
        for places in combinations(one.files, 2) if same else product(one.files, other.files):
            first, second = sorted(places)
            for each in (first, second):
                if each not in lines:
                    lines[each] = lines_of_facts(prints[each])
            passages = common_passages(
                (prints[first], lines[first]),
                (prints[second], lines[second]),
                one.own & other.own,
                weights,
            )
            yield Pair(first, second, likeness.share, passages, likeness.play)


@cache
def published_fingerprints() -> frozenset[int]:
    """Return the fingerprints of all that is published: they say nothing of who wrote a file."""
    return frozenset(each for _, found in _published_prints() for each in found.hashes)


@cache
def _published_bytes() -> frozenset[bytes]:
    return frozenset(content for _, content in _published())


@cache
def _published_prints() -> list[tuple[str, Fingerprints]]:
    return [(name, fingerprints_of(name, content)) for name, content in _published()]


def _published() -> Iterator[tuple[str, bytes]]:
    for package in (kata, solutions):
        folder = Path(package.__path__[0])
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.mjs")]):
            yield path.name, path.read_bytes()
        for path in sorted(folder.rglob("*.md")):
            for block in _FENCED.findall(path.read_text(encoding="utf-8")):
                yield "block.py", _PROMPT.sub("", block).encode()

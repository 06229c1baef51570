"""Work out everything that the index of a batch shows, and write it as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from graders.katas import all_katas
from graders.model.batch import Batch, Entry
from graders.model.notes import Note
from graders.model.scorecard import Scorecard
from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.layout import beginning_of
from graders.reports.leaderboard import (
    DID_NOT_LOAD,
    LONGEST_WHY,
    RankedEntry,
    batch_summary,
    standings,
)
from graders.reports.pages.facts import named_rung, rungs_of
from graders.reports.pages.noting import INDEX_SCRIPTS
from graders.reports.pages.page import rendered
from graders.reports.score import NO_RUNG, count

TEMPLATE = "index.html.j2"
HARDEST = 12  # how many of the cases that most submissions miss are named
LETTERS = {
    Verdict.ACCEPTED: "A",
    Verdict.WRONG_ANSWER: "W",
    Verdict.INVALID_ANSWER: "I",
    Verdict.NOT_OFFERED: "P",
    Verdict.TIME_LIMIT_EXCEEDED: "T",
    Verdict.MEMORY_LIMIT_EXCEEDED: "M",
    Verdict.OUTPUT_LIMIT_EXCEEDED: "O",
    Verdict.RUNTIME_ERROR: "R",
    Verdict.LOAD_ERROR: "L",
    Verdict.GRADER_ERROR: "G",
}
"""What stands for a verdict in a strip, so that nobody has to tell colours apart."""
NOT_RUN, NOT_RUN_IN_WORDS = "N", "not run"
UNGRADED = "U"  # what a submission without a scorecard is found by
_OPEN = "open"
_BESIDE = {"heuristic": 0.5}
"""How high those stand that are beside the ladder: above those below it."""


class StripMark(msgspec.Struct, frozen=True):
    letter: str
    case: str
    became: str


class Alike(msgspec.Struct, frozen=True):
    """Whom a submission resembles, how in words before the name, and where both are shown."""

    whom: str
    how: str
    href: str


class LeaderboardRow(msgspec.Struct, frozen=True):
    """One line of the leaderboard as it is shown; numbers beside texts are to sort by.

    `letters` are those of the strip, each
    once. `height` is that of the rung, None where nobody knows it. `holds` is yes, no, or how many
    variants are lost. `alike` are the pairs that it is one of, the most alike first. `by_hand` sums
    up what a person noted, `grade` is the grade in it, and `written_at` when that was.
    """

    rank: int | None
    candidate: str
    path: str
    page: str
    score: str
    share: float
    rung: str
    height: float | None
    marks: tuple[StripMark, ...]
    strip_says: str
    letters: str
    slowest: str
    slowest_percent: int | None
    holds: str
    trouble: tuple[str, ...]
    alike: tuple[Alike, ...]
    sha256: str
    written_at: str
    grade: str
    by_hand: str


class VerdictTally(msgspec.Struct, frozen=True):
    letter: str
    says: str
    cases: int
    submissions: int


class HardCase(msgspec.Struct, frozen=True):
    id: str
    accepted: int
    of: int
    misses: str

    @property
    def percent(self) -> int:
        return 100 * self.accepted // self.of


class ProvenanceValues(msgspec.Struct, frozen=True):
    what: str
    values: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """The leaderboard of one kata, with a column only for what is known of somebody in it."""

    id: str
    title: str
    rows: tuple[LeaderboardRow, ...]

    @property
    def has_rungs(self) -> bool:
        return any(row.rung for row in self.rows)

    @property
    def has_variants(self) -> bool:
        return any(row.holds for row in self.rows)


class Overview(msgspec.Struct, frozen=True):
    """What the index shows; `key` is that of the batch, empty where no notes are kept."""

    title: str
    summary: str
    key: str
    graded: int
    boards: tuple[Board, ...]
    rungs: tuple[str, ...]
    tallies: tuple[VerdictTally, ...]
    hardest: tuple[HardCase, ...]
    used: tuple[ProvenanceValues, ...]
    has_variants: bool


def index_page(
    batch: Batch,
    pages: Sequence[str],
    likeness_page: str = "",
    alike: Mapping[int, tuple[Alike, ...]] = MappingProxyType({}),
) -> str:
    """Return the page; `pages` are links to the candidates, by their place in the batch.

    By that place too `alike` says whom a submission resembles.
    """
    pairs = len(batch.likenesses or ())
    return rendered(
        TEMPLATE,
        styles=["index.css"],
        scripts=["index.js", *(INDEX_SCRIPTS if batch.key else ())],
        view=overview(batch, pages, alike),
        likeness_page=likeness_page,
        pairs=count(pairs, "pair") if pairs else "",
    )


def overview(
    batch: Batch,
    pages: Sequence[str],
    alike: Mapping[int, tuple[Alike, ...]] = MappingProxyType({}),
) -> Overview:
    """Return what the index shows of a batch."""
    boards = []
    for number, standing in enumerate(standings(batch), start=1):
        own = [
            _row(each, pages[each.number], alike.get(each.number, ())) for each in standing.lines
        ]
        where = f"board-{number}" if standing.title else "board"
        boards.append(Board(where, on_one_line(standing.title), tuple(own)))
    rows = [row for board in boards for row in board.rows]
    cards = [entry.scorecard for entry in batch.entries if entry.scorecard is not None]
    return Overview(
        title=on_one_line(batch.title) or "A batch of submissions",
        summary=f"{batch_summary(batch)}.",
        key=batch.key,
        graded=len(cards),
        boards=tuple(boards),
        rungs=tuple(dict.fromkeys(row.rung for row in sorted(rows, key=_height) if row.rung)),
        tallies=_tallies(cards),
        hardest=_hardest(cards),
        used=tuple(_used(cards)),
        has_variants=any(result.variant for card in cards for result in card.results),
    )


def _row(place: RankedEntry, page: str, alike: tuple[Alike, ...]) -> LeaderboardRow:
    entry, card = place.entry, place.entry.scorecard
    marks = tuple(strip_marks(card)) if card else ()
    share = place.slowest_share
    rung, height = _rung(entry)
    return LeaderboardRow(
        rank=place.rank,
        candidate=on_one_line(entry.candidate),
        path=on_one_line(entry.path),
        page=page,
        score=f"{card.score}/{card.max_score}" if card else "",
        share=(card.score / card.max_score if card.max_score else 0.0) if card else -1.0,
        rung=rung,
        height=height,
        marks=marks,
        strip_says=_counted(mark.became for mark in marks),
        letters="".join(sorted({mark.letter for mark in marks})) if card else UNGRADED,
        slowest=place.slowest,
        slowest_percent=None if share is None else round(100 * share),
        holds=_holds(card) if card else "",
        trouble=tuple(_trouble(place)),
        alike=alike,
        sha256=entry.sha256 or "",
        written_at=entry.note.written_at if entry.note else "",
        grade=entry.note.grade if entry.note else "",
        by_hand=by_hand_in_words(entry.note) if entry.note else "",
    )


def by_hand_in_words(note: Note) -> str:
    """Sum up what a person noted, as `notes.js` does where the browser has something newer.

    >>> by_hand_in_words(Note("", text="asked well", grade="B+"))
    'B+, notes'
    """
    overrides = count(len(note.overrides), "override") if note.overrides else ""
    notes = "notes" if note.text or note.rubric else ""
    return ", ".join(filter(None, (note.grade, overrides, notes)))


def _rung(entry: Entry) -> tuple[str, float | None]:
    """Return the rung in words, and how high it is; None where this run does not tell."""
    name = entry.rung
    if not name or name == _OPEN:
        return NO_RUNG[_OPEN] if name else "", None
    kata = all_katas().get(entry.kata or "")
    height = next((rung.number for rung in rungs_of(kata, name) if rung.here), None)
    words = NO_RUNG.get(name) or on_one_line(named_rung(kata, name))
    return words, _BESIDE.get(name, 0.0) if height is None else float(height)


def _height(row: LeaderboardRow) -> float:
    return -1.0 if row.height is None else row.height


def strip_marks(card: Scorecard) -> Iterator[StripMark]:
    """Yield a letter for each case, those that were not run last."""
    for result in card.results:
        if not result.variant:
            yield StripMark(
                LETTERS[result.verdict], on_one_line(result.id), result.verdict.in_words
            )
    for case in card.not_run:
        if "~" not in case.id:
            yield StripMark(NOT_RUN, on_one_line(case.id), NOT_RUN_IN_WORDS)


def _counted(words: Iterable[str]) -> str:
    """Count each of the words, the most frequent first.

    >>> _counted(["wrong answer", "accepted", "accepted"])
    '2 accepted, 1 wrong answer'
    """
    return ", ".join(f"{times} {word}" for word, times in Counter(words).most_common())


def _holds(card: Scorecard) -> str:
    if card.lost:
        return f"loses {len(card.lost)}"
    return "" if card.holds is None else "yes" if card.holds else "no"


def _trouble(place: RankedEntry) -> Iterator[str]:
    card = place.entry.scorecard
    if place.entry.hand_in.late:
        yield "late"
    if card is None:
        why = place.entry.why_ungraded
        said = f"not graded: {why}" if why else "not graded yet"
        yield beginning_of(on_one_line(said), LONGEST_WHY)
        return
    if place.grader_errors:
        yield f"the grader itself failed on {count(place.grader_errors, 'case')}"
    if not card.complete:
        yield f"{count(len(card.not_run), 'case')} not run"
    if card.results and all(result.verdict is Verdict.LOAD_ERROR for result in card.results):
        yield DID_NOT_LOAD
    if place.again:
        yield place.again


def _tallies(cards: Iterable[Scorecard]) -> tuple[VerdictTally, ...]:
    cases: Counter[str] = Counter()
    submissions: Counter[str] = Counter()
    for card in cards:
        own = Counter(mark.letter for mark in strip_marks(card))
        cases.update(own)
        submissions.update(own.keys())
    names = {letter: verdict.in_words for verdict, letter in LETTERS.items()}
    names[NOT_RUN] = NOT_RUN_IN_WORDS
    return tuple(
        VerdictTally(letter, says, cases[letter], submissions[letter])
        for letter, says in names.items()
        if cases[letter]
    )


def _hardest(cards: Iterable[Scorecard]) -> tuple[HardCase, ...]:
    verdicts: dict[tuple[str, str], list[Verdict]] = {}
    for card in cards:
        for result in card.results:
            if result.cap_s and not result.variant and result.verdict is not Verdict.GRADER_ERROR:
                verdicts.setdefault((card.kata, result.id), []).append(result.verdict)
    is_mixed = len({kata for kata, _ in verdicts}) > 1
    hard = [
        _hard(f"{kata}: {case}" if is_mixed else case, seen)
        for (kata, case), seen in verdicts.items()
    ]
    missed = [each for each in hard if each.accepted < each.of]
    missed.sort(key=lambda each: each.accepted / each.of)
    return tuple(missed[:HARDEST])


def _hard(case: str, seen: Sequence[Verdict]) -> HardCase:
    accepted = sum(verdict is Verdict.ACCEPTED for verdict in seen)
    misses = _counted(verdict.in_words for verdict in seen if verdict is not Verdict.ACCEPTED)
    return HardCase(on_one_line(case), accepted, len(seen), misses)


def _used(cards: Sequence[Scorecard]) -> Iterator[ProvenanceValues]:
    made = [card.provenance for card in cards if card.provenance is not None]
    seen: dict[str, Iterable[str]] = {
        "grader": (each.grader for each in made),
        "Python": (f"{each.python.implementation} {each.python.version}" for each in made),
        "machine": (f"{each.platform}, {count(each.cores, 'core')}" for each in made),
        "isolation": (
            " ".join(filter(None, (each.isolation.level, each.isolation.version))) for each in made
        ),
        "suites": (
            f"{suite.name} (version {suite.version}, SHA-256 {suite.sha256 or 'unknown'})"
            for each in made
            for suite in each.suites
        ),
    }
    for what, values in seen.items():
        if different := tuple(dict.fromkeys(on_one_line(value) for value in values)):
            yield ProvenanceValues(what, different)

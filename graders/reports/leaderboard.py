"""Put the submissions of a batch in the order of how well they did, with what to look at."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import asdict

from graders.model.batch import Batch, Entry
from graders.model.scorecard import Result, singles


class Place(msgspec.Struct, frozen=True):
    """Hold one line of a leaderboard.

    `number` is its place in the batch, `rank` counts from 1, equal scores sharing one; None where
    there is no scorecard that stands. `slowest` is the case that came nearest to its cap, and
    `slowest_share` how near: 1.0 is the cap. `reruns` counts the runs that were repeated.
    """

    number: int
    entry: Entry
    rank: int | None = None
    slowest: str = ""
    slowest_share: float | None = None
    reruns: int = 0
    grader_errors: int = 0


def places(batch: Batch) -> tuple[Place, ...]:
    """Return a line for each submission, the best first; those without a scorecard come last."""
    lines = [_place(number, entry) for number, entry in enumerate(batch.entries)]
    lines.sort(key=lambda line: (-_share(line.entry), line.entry.candidate, line.number))
    shares = [_share(line.entry) for line in lines]
    return tuple(
        _ranked(line, shares.index(share) + 1) if line.entry.is_received else line
        for line, share in zip(lines, shares, strict=True)
    )


def _ranked(line: Place, rank: int) -> Place:
    return Place(**{**asdict(line), "rank": rank})


def _share(entry: Entry) -> float:
    """Return the share of all points that was won; less than nothing where nobody knows."""
    card = entry.scorecard
    if card is None or not entry.is_received:
        return -1.0
    return card.score / card.max_score if card.max_score else 0.0


def _place(number: int, entry: Entry) -> Place:
    if entry.scorecard is None:
        return Place(number, entry)
    results = singles(entry.scorecard.results)
    slowest = _slowest(results)
    return Place(
        number,
        entry,
        slowest=slowest.id if slowest else "",
        slowest_share=slowest.counted_s / slowest.cap_s if slowest else None,
        reruns=sum(max(0, len(result.attempts) - 1) for result in results),
        grader_errors=entry.scorecard.grader_errors,
    )


def _slowest(results: Iterable[Result]) -> Result | None:
    timed = [result for result in results if result.cap_s > 0 and result.counted_s > 0]
    return max(timed, key=lambda result: result.counted_s / result.cap_s, default=None)

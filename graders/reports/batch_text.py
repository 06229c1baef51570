"""Write a batch for a person: the leaderboard, what it comes to, which resemble one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from graders.model.batch import Batch
from graders.model.likeness import Pair
from graders.reports.leaderboard_text import in_brief, leaderboard, named, outcome
from graders.reports.lines import BLANK, Ink, Line, line, wrapped
from graders.reports.score import count

MOST_PAIRS = 10
_A_HINT = (
    "More alike than chance, which is a hint and never a verdict (kata report shows both "
    "side by side):"
)


def lines_of(batch: Batch, width: int, *, full: bool = False, hints: bool = True) -> Iterator[Line]:
    """Return the lines, none wider than `width`; with `full` all of a long leaderboard."""
    yield from leaderboard(batch, width, full=full, hints=hints)
    yield BLANK
    cards = [entry.scorecard for entry in batch.entries if entry.scorecard is not None]
    outcomes = Counter(map(outcome, cards))
    outcomes["not graded"] = batch.expected - len(cards)
    what = f"{count(batch.expected, 'submission')}: {in_brief(outcomes)}"
    yield from wrapped(what, width, Ink.HEAD, hanging=2)
    if batch.likenesses is not None:
        yield BLANK
        yield from _pairs(batch, batch.likenesses, width, full=full)


def _pairs(batch: Batch, pairs: tuple[Pair, ...], width: int, *, full: bool) -> Iterator[Line]:
    if not pairs:
        yield from wrapped("No two are more alike than chance.", width)
        return
    yield from wrapped(_A_HINT, width)
    shown = pairs if full else pairs[:MOST_PAIRS]
    room = max(12, (width - len("100%  and ") - 2) // 2)
    for pair in shown:
        first, second = (
            named(batch.entries[number].candidate, room) for number in (pair.first, pair.second)
        )
        yield line(f"  {pair.share:4.0%}  {first} and {second}")
    if len(shown) < len(pairs):
        yield line(f"  … and {len(pairs) - len(shown)} more pairs: --full shows all", Ink.QUIET)

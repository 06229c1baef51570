"""Sum up several files in one table: the score of each, and where to begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.model.scorecard import Scorecard
from graders.reports.in_hand import decided
from graders.reports.lines import Line, line
from graders.reports.report import Graded
from graders.reports.tables import Side, grid

COLUMNS = ("file", "score", "accepted", "seconds", "first miss")
_OTHERS = sum(len(name) + 2 for name in COLUMNS[1:4]) + 2 * (len(COLUMNS) - 1)
"""The width of the others; tabulate makes room for two more than the name of a column."""
_LEAST = 12


def table(graded: Sequence[Graded], width: int) -> Iterator[Line]:
    """Return the table, not wider than `width`: of long names the ends are shown."""
    rows = [_row(each) for each in graded]
    most = max(_LEAST, (width - _OTHERS) // 2)
    first = max(len(row[-1]) for row in rows)
    files = max(_LEAST, width - _OTHERS - min(first, most))
    shown = [(_end(row[0], files), *row[1:-1], _end(row[-1], most)) for row in rows]
    sides: tuple[Side, ...] = ("left", "right", "right", "right", "left")
    yield from map(line, grid(COLUMNS, shown, align=sides).splitlines())


def _row(graded: Graded) -> tuple[str, ...]:
    card = graded.scorecard
    if card is None:
        return (graded.file, "-", "-", "-", graded.why_not)
    cases = len(card.results) + len(card.not_run)
    accepted = sum(result.accepted for result in card.results)
    seconds = sum(result.wall_s for result in card.results)
    return (
        graded.file,
        f"{card.score}/{card.max_score}",
        f"{accepted} of {cases}",
        f"{seconds:.2f}",
        _first_miss(card),
    )


def _first_miss(card: Scorecard) -> str:
    missed = next((result for result in card.results if not result.accepted), None)
    if missed is None:
        return "" if card.complete else "interrupted"
    return missed.verdict.in_words if not missed.wall_s else decided(missed)


def _end(text: str, most: int) -> str:
    """Shorten a text at its beginning.

    >>> _end("solutions/specimens/red_only.py", 14)
    '…s/red_only.py'
    """
    return text if len(text) <= most else f"…{text[len(text) - most + 1 :]}"

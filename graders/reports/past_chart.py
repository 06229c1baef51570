"""Draw how a file did over time in characters: points, hints and the slowest case, run by run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

import msgspec
from msgspec.structs import asdict

from graders.model.history import PastRun

MOST_ROWS = 10
WIDEST_STEP = 4
LABEL = 8
"""How many columns stand before the axis."""


class Signs(msgspec.Struct, frozen=True):
    """Hold the characters of a chart, the levels of a bar from the lowest."""

    dot: str
    axis: str
    corner: str
    floor: str
    levels: str


PRETTY = Signs("●", "│", "└", "─", "▁▂▃▄▅▆▇█")
ASCII = Signs("*", "|", "+", "-", ".:-=+*#@")


def signs_for(encoding: str) -> Signs:
    """Return the signs that an encoding has.

    >>> signs_for("utf-8") is PRETTY, signs_for("latin-1") is ASCII
    (True, True)
    """
    try:
        "".join(asdict(PRETTY).values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return PRETTY


class Chart(msgspec.Struct, frozen=True):
    """Hold the lines of a chart, and how many runs at most share a column."""

    lines: tuple[str, ...]
    runs_a_column: int


def chart(runs: Sequence[PastRun], width: int, signs: Signs = PRETTY) -> Chart:
    r"""Return the chart of at least one run, in `width` columns.

    Where there are more runs than columns, each stands for several: the best of them, their
    hints together, the longest time, the last rung.

    >>> runs = [PastRun("", "", "", score, 2, slowest_s=1.0) for score in (0, 2)]
    >>> print(*chart(runs, 30, ASCII).lines, sep="\n")
         2 |    *
         1 |
         0 |*
           +-----
    slowest @   @
    """
    room = width - LABEL
    together = -(-len(runs) // room)
    columns = [runs[start : start + together] for start in range(0, len(runs), together)]
    step = max(1, min(WIDEST_STEP, room // len(columns)))
    lines = [*_points(columns, step, signs), _floor(len(columns), step, signs)]
    letters = rung_letters(runs)
    if letters:
        rungs = [[run.rung for run in column if run.rung][-1:] for column in columns]
        cells = (letters[rung[0]] if rung else " " for rung in rungs)
        lines.append(_labelled("rung", _spaced(cells, step)))
    hints = [sum(run.hints for run in column) for column in columns]
    if any(hints):
        lines.append(_labelled("hints", _spaced((_digit(taken) for taken in hints), step)))
    lines.append(_labelled("slowest", _spaced(_levels(columns, signs), step)))
    return Chart(tuple(line.rstrip() for line in lines), together)


def rung_letters(runs: Sequence[PastRun]) -> dict[str, str]:
    """Return the letter that stands for each rung in a chart, in the order they came.

    >>> rung_letters([PastRun("", "", "", 1, 2, rung) for rung in ("", "none", "table", "none")])
    {'none': 'a', 'table': 'b'}
    """
    rungs = dict.fromkeys(run.rung for run in runs if run.rung)
    return dict(zip(rungs, ascii_lowercase, strict=False))


def _points(columns: Sequence[Sequence[PastRun]], step: int, signs: Signs) -> Iterable[str]:
    most = max(1, *(run.max_score for column in columns for run in column))
    rows = min(most, MOST_ROWS)
    heights = [round(max(run.score for run in column) * rows / most) for column in columns]
    for row in range(rows, -1, -1):
        label = f"{round(row * most / rows)} {signs.axis}"
        dots = (signs.dot if height == row else " " for height in heights)
        yield f"{label:>{LABEL}}{_spaced(dots, step)}"


def _floor(columns: int, step: int, signs: Signs) -> str:
    return " " * (LABEL - 1) + signs.corner + signs.floor * ((columns - 1) * step + 1)


def _levels(columns: Sequence[Sequence[PastRun]], signs: Signs) -> Iterable[str]:
    times = [max(run.slowest_s for run in column) for column in columns]
    longest = max(times) or 1.0
    top = len(signs.levels) - 1
    return (signs.levels[round(time / longest * top)] for time in times)


def _digit(taken: int) -> str:
    return " " if taken == 0 else str(taken) if taken < 10 else "+"


def _spaced(cells: Iterable[str], step: int) -> str:
    return "".join(cell.ljust(step) for cell in cells)


def _labelled(label: str, body: str) -> str:
    return f"{label:>{LABEL - 1}} {body}"

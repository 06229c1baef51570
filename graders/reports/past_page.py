"""Write how files did over time as one page that needs nothing else: Jinja2 and inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from graders.model.history import Past, PastRun
from graders.reports.past_text import moment

TEMPLATE = "past.html.j2"
WIDTH, HEIGHT, LEFT, TOP = 720, 180, 34, 12
BARS = 70
"""How high the bars of the slowest case are at most."""


class Point(msgspec.Struct, frozen=True):
    """Hold one run as it is drawn: where its dot is, how high the bar of its slowest case."""

    x: float
    y: float
    bar: float
    run: PastRun


class Drawing(msgspec.Struct, frozen=True):
    """Hold where everything of one file's chart is drawn."""

    points: tuple[Point, ...]
    ticks: tuple[tuple[int, float], ...]
    longest_s: float

    @property
    def line(self) -> str:
        """Return the points as a polyline takes them."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


def drawing(runs: Sequence[PastRun]) -> Drawing:
    """Return where the runs are drawn, evenly from left to right.

    >>> drawn = drawing([PastRun("", "", "", score, 2) for score in (0, 2)])
    >>> drawn.line, drawn.ticks
    ('34.0,180.0 720.0,12.0', ((0, 180.0), (1, 96.0), (2, 12.0)))
    """
    most = max((run.max_score for run in runs), default=0) or 1
    longest_s = max((run.slowest_s for run in runs), default=0.0)
    points = tuple(
        Point(_x(number, len(runs)), _y(run.score, most), _bar(run.slowest_s, longest_s), run)
        for number, run in enumerate(runs)
    )
    step = max(1, -(-most // 10))
    ticks = tuple((score, _y(score, most)) for score in range(0, most + 1, step))
    return Drawing(points, ticks, longest_s)


def write_page(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write the page; raise `ModuleNotFoundError` where Jinja2 is not installed."""
    import jinja2  # noqa: PLC0415  # an extra, and nothing else here needs it

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["moment"] = moment
    sizes = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "bars": BARS}
    files = [(past, drawing(past.runs)) for past in pasts]
    stream.write(environment.get_template(TEMPLATE).render(files=files, **sizes))


def _x(number: int, of: int) -> float:
    return LEFT + (WIDTH - LEFT) * (number / (of - 1) if of > 1 else 0.5)


def _y(score: int, most: int) -> float:
    return TOP + (HEIGHT - TOP) * (1 - score / most)


def _bar(seconds: float, longest_s: float) -> float:
    return round(BARS * seconds / longest_s, 1) if longest_s else 0.0

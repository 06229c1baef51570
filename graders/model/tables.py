"""What a benchmark found as plain tables and charts, before any format is chosen."""

from __future__ import annotations

from enum import StrEnum

import msgspec

DASH = "—"
"""Stands where a measurement would have taken longer than the limit."""


class FigureMark(StrEnum):
    """What stands around a figure: that its move was wrong, or that it is CPU time."""

    NONE = "{}"
    STAR = "{}*"
    WRONG = "wrong + {}"
    CPU = "{} CPU"
    WRONG_CPU = "wrong + {} CPU"

    @property
    def wrong(self) -> bool:
        return self in (FigureMark.STAR, FigureMark.WRONG, FigureMark.WRONG_CPU)


class Unit(StrEnum):
    SECONDS = "s"
    NODES = "nodes"
    TIMES = "times"
    RATE = "nodes/s"


class Figure(msgspec.Struct, frozen=True):
    value: float
    unit: Unit
    mark: FigureMark = FigureMark.NONE

    def __str__(self) -> str:
        """Write the figure as a person reads it.

        >>> str(Figure(0.0424, Unit.SECONDS, mark=FigureMark.STAR)), str(Figure(16807, Unit.NODES))
        ('42.4 ms*', '16,807')
        >>> str(Figure(0.5, Unit.SECONDS, mark=FigureMark.WRONG))
        'wrong + 500 ms'
        >>> str(Figure(312_400.0, Unit.RATE))
        '312k'
        """
        return self.mark.format(_number(self.value, self.unit))


Cell = Figure | str | int | None
"""A figure, a word, a plain number such as a depth, or None for what was over the limit."""


class Flaw(StrEnum):
    """What was wrong with what a point of a picture stands for, as its legend names it."""

    NONE = ""
    WRONG = "hollow: a wrong move"
    LATE = "cross: no answer in time"


class Point(msgspec.Struct, frozen=True):
    """A point of a picture: how far across, how far up, and what was wrong there."""

    across: float
    up: float
    flaw: Flaw = Flaw.NONE


class Curve(msgspec.Struct, frozen=True):
    """The points of one name in a picture, in order.

    One that stands `beside` the line of that name was not measured here, and is drawn paler.
    """

    name: str
    points: tuple[Point, ...]
    beside: str = ""


class Picture(msgspec.Struct, frozen=True):
    """What is to be drawn of a table or a chart: lines between two axes.

    `file` is its name without a suffix. `across` and `up` say what the axes count. `ticks` are
    names for places across. `levels` and `walls` are lines right across and right up, by name.
    """

    file: str
    title: str
    across: str
    up: str
    lines: tuple[Curve, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    levels: tuple[tuple[float, str], ...] = ()
    walls: tuple[tuple[float, str], ...] = ()
    logarithmic: bool = True


class Table(msgspec.Struct, frozen=True):
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    picture: Picture | None = None

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"{self.title}: a row of {len(row)} cells under {len(self.columns)} columns"
                )


class Series(msgspec.Struct, frozen=True):
    """The bars of one name in a chart: labels and figures in order."""

    name: str
    bars: tuple[tuple[str, Figure], ...]


class Chart(msgspec.Struct, frozen=True):
    """Hold series of bars that share one scale."""

    title: str
    series: tuple[Series, ...]
    note: str = ""
    picture: Picture | None = None


class BenchReport(msgspec.Struct, frozen=True):
    """One run: what it ran on (name and value), and what it found."""

    header: tuple[tuple[str, str], ...]
    parts: tuple[Table | Chart, ...]


def cell_text(cell: Cell) -> str:
    """Write a cell as text.

    >>> cell_text(None), cell_text(7), cell_text("yes")
    ('—', '7', 'yes')
    """
    return DASH if cell is None else str(cell)


def seconds_text(seconds: float) -> str:
    """Write a time with about three digits, in milliseconds below one second.

    >>> [seconds_text(s) for s in (0.0000123, 0.0019, 0.0094, 0.119, 0.99996, 2.26, 61.5)]
    ['0.012 ms', '1.90 ms', '9.40 ms', '119 ms', '1.00 s', '2.26 s', '61.5 s']
    """
    if seconds < 0.9995:
        ms = seconds * 1000
        return f"{ms:.3f} ms" if ms < 1 else f"{_three(ms)} ms"
    return f"{_three(seconds)} s"


def _number(value: float, unit: Unit) -> str:
    if unit is Unit.SECONDS:
        return seconds_text(value)
    if unit is Unit.TIMES:
        return f"{_three(value)}x"
    if unit is Unit.RATE:
        return f"{round(value / 1000):,}k"
    return f"{round(value):,}"


def _three(value: float) -> str:
    decimals = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:,.{decimals}f}"

"""Draw the pictures of a benchmark's tables and charts, each as an SVG file."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from graders.model.tables import Curve, Flaw, Picture, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_Style = tuple[str, str, str]
_SIZE_INCHES = (8.4, 4.4)
_STYLES: tuple[_Style, ...] = (
    ("#0072b2", "o", "-"),
    ("#d55e00", "s", "--"),
    ("#007a5e", "^", "-."),
    ("#9b4d83", "D", ":"),
    ("#555555", "v", "-"),
    ("#a67c00", "P", "--"),
    ("#882255", "p", "-."),
    ("#332288", "h", ":"),
)
"""A colour that the colour-blind tell apart, a mark and a dash each: they do without colour too."""
_MARK, _PALE_MARK, _LATE_MARK = 6.5, 4.0, 9.5
_BLACK, _GREY = "#222222", "#dddddd"


def draw(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write one SVG file for each table and chart that has a picture; return where they are.

    A name has the same colour and mark in all of them. Raises `ImportError` where matplotlib is not
    installed, `OSError` where nothing can be written.
    """
    pictures = [part.picture for part in report.parts if part.picture]
    names = dict.fromkeys(_own_name(line) for each in pictures for line in each.lines)
    styles = dict(zip(names, cycle(_STYLES), strict=False))
    return tuple(_drawn(picture, styles, folder) for picture in pictures)


def _own_name(line: Curve) -> str:
    return line.beside or line.name


def _drawn(picture: Picture, styles: Mapping[str, _Style], folder: Path) -> Path:
    import matplotlib as mpl  # noqa: PLC0415  # nothing else of bench needs it, and it is large
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415

    path = folder / f"{picture.file}.svg"
    with mpl.rc_context():
        mpl.rcParams["svg.hashsalt"] = "kata bench"  # the same figures give the same file
        mpl.rcParams["svg.fonttype"] = "none"  # text stays text
        canvas = Canvas(figsize=_SIZE_INCHES, layout="constrained", facecolor="white")
        axes = canvas.add_subplot()
        _axes(picture, axes)
        for below, line in zip(range(len(picture.lines) - 1, -1, -1), picture.lines, strict=True):
            # Where many points are at 0 or at 100 the lowest ones have to look out.
            wider = 0 if picture.logarithmic else 4 * below
            _line(line, styles[_own_name(line)], axes, wider)
        _legend(picture, axes)
        canvas.savefig(path, format="svg", metadata={"Date": None, "Title": picture.title})
    return path


def _axes(picture: Picture, axes: Axes) -> None:
    axes.set_title(picture.title)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(picture.across)
    axes.set_ylabel(f"{picture.up}, each step tenfold" if picture.logarithmic else picture.up)
    if picture.logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(_plainly)
    else:
        highest = max(point.up for line in picture.lines for point in line.points)
        axes.set_ylim(-0.04 * highest, 1.06 * highest)
    places = sorted({point.across for line in picture.lines for point in line.points})
    names = dict(picture.ticks) or {place: f"{place:g}" for place in places}
    axes.set_xticks(list(names), list(names.values()))
    axes.grid(visible=True, which="major", color=_GREY, linewidth=0.7)
    axes.set_axisbelow(True)
    for up, name in picture.levels:
        axes.axhline(up, color=_BLACK, linewidth=1.2)
        _name(axes, name, (0, up), ("axes fraction", "data"))
    for across, name in picture.walls:
        axes.axvline(across, color=_BLACK, linewidth=0.9, linestyle=(0, (1, 2)))
        _name(axes, name, (across, 0.5), ("data", "axes fraction"), upright=True)


def _name(
    axes: Axes,
    name: str,
    place: tuple[float, float],
    counted: tuple[str, str],
    *,
    upright: bool = False,
) -> None:
    axes.annotate(
        name,
        place,
        (3, 3),
        xycoords=counted,
        textcoords="offset points",
        fontsize=9,
        rotation=90 if upright else 0,
        va="center" if upright else "bottom",
    )


def _plainly(value: float, _place: float = 0) -> str:
    """Write a number of an axis without a power of ten.

    >>> _plainly(0.001), _plainly(1.0), _plainly(1e6)
    ('0.001', '1', '1,000,000')
    """
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _line(line: Curve, style: _Style, axes: Axes, wider: float) -> None:
    colour, mark, dash = style
    pale = bool(line.beside)
    axes.plot(
        [point.across for point in line.points],
        [point.up for point in line.points],
        color=colour,
        alpha=0.45 if pale else 1.0,
        linestyle=dash,
        linewidth=1.0 if pale else 1.6,
        marker=mark,
        markersize=_PALE_MARK if pale else _MARK + wider,
        label=line.name,
    )
    for flaw, shape, size, inside in (
        (Flaw.WRONG, mark, _MARK, "white"),
        (Flaw.LATE, "X", _LATE_MARK, colour),
    ):
        points = [point for point in line.points if point.flaw is flaw]
        axes.plot(
            [point.across for point in points],
            [point.up for point in points],
            color=colour,
            linestyle="none",
            marker=shape,
            markersize=size,
            markerfacecolor=inside,
            markeredgewidth=1.3,
            zorder=3,
        )


def _legend(picture: Picture, axes: Axes) -> None:
    """Name the lines, and the flaws that some point has."""
    seen = {point.flaw for line in picture.lines for point in line.points}
    for flaw, shape, inside in ((Flaw.WRONG, "o", "white"), (Flaw.LATE, "X", _BLACK)):
        if flaw in seen:
            axes.plot([], [], shape, color=_BLACK, markerfacecolor=inside, label=str(flaw))
    axes.legend(frameon=False, fontsize=8.5, loc="center left", bbox_to_anchor=(1.0, 0.5))

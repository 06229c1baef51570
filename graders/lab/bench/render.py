"""Write a benchmark's report as plain text, Markdown, HTML or JSON, and draw its pictures."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from graders.model.tables import (
    BenchReport,
    Cell,
    Chart,
    Curve,
    Figure,
    Flaw,
    Picture,
    Point,
    Table,
    cell_text,
)
from graders.reports.layout import Layout, Side, grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR_WIDTH = 40
"""Characters of the longest bar of a chart."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def render(report: BenchReport, layout: str) -> str:
    """Write a report as `github`, `simple`, `html` or `json`, with a newline at its end."""
    return LAYOUTS[layout](report)


def _as_markdown(report: BenchReport) -> str:
    blocks = ["\n".join(f"- {name}: {value}" for name, value in report.header)]
    for part in report.parts:
        body = _grid(part, "github") if isinstance(part, Table) else f"```\n{_bars(part)}\n```"
        blocks += [f"### {part.title}", body]
        if part.note:
            blocks.append(part.note.replace("*", r"\*"))
    return "\n\n".join(blocks) + "\n"


def _as_plain_text(report: BenchReport) -> str:
    blocks = [grid((), report.header, layout="plain")]
    for part in report.parts:
        body = _grid(part, "simple") if isinstance(part, Table) else _bars(part)
        blocks.append("\n".join(line for line in (part.title, "", body, part.note) if line != ""))
    return "\n\n".join(blocks) + "\n"


def _as_html(report: BenchReport) -> str:
    header = "".join(
        f"<li>{html.escape(name)}: {html.escape(value)}</li>" for name, value in report.header
    )
    parts = []
    for part in report.parts:
        if isinstance(part, Table):
            body = _grid(part, "html")
        else:
            body = f"<pre>{html.escape(_bars(part))}</pre>"
        parts.append(f"<h2>{html.escape(part.title)}</h2>\n{body}\n<p>{html.escape(part.note)}</p>")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        "<title>kata bench</title>\n"
        "<style>body{font-family:sans-serif;margin:2rem}td,th{padding:.2rem .8rem}</style>\n"
        f"<h1>kata bench</h1>\n<ul>{header}</ul>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _as_json(report: BenchReport) -> str:
    document = {
        "version": 1,
        "header": dict(report.header),
        "tables": [_table_data(part) for part in report.parts if isinstance(part, Table)],
        "charts": [_chart_data(part) for part in report.parts if isinstance(part, Chart)],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


LAYOUTS: Mapping[str, Callable[[BenchReport], str]] = {
    "github": _as_markdown,
    "simple": _as_plain_text,
    "html": _as_html,
    "json": _as_json,
}
"""The layouts by the name that `--format` gives them."""


def _grid(table: Table, layout: Layout) -> str:
    rows = [[_text(cell, layout) for cell in row] for row in table.rows]
    sides: list[Side] = [
        "left" if _is_words(table, at) else "right" for at in range(len(table.columns))
    ]
    return grid(table.columns, rows, layout=layout, align=sides)


def _text(cell: Cell, layout: Layout) -> str:
    text = cell_text(cell)
    # A star is markup in Markdown, and leading blanks are lost there and in HTML.
    return text.replace("*", r"\*") if layout == "github" else text


def _is_words(table: Table, column: int) -> bool:
    cells = [row[column] for row in table.rows]
    return any(isinstance(cell, str) and cell for cell in cells)


def _bars(chart: Chart) -> str:
    figures = [figure for series in chart.series for _, figure in series.bars]
    longest = max((figure.value for figure in figures), default=0.0)
    label_width = max(
        (len(label) for series in chart.series for label, _ in series.bars), default=0
    )
    figure_width = max((len(str(figure)) for figure in figures), default=0)
    lines = []
    for series in chart.series:
        lines.append(series.name)
        for label, figure in series.bars:
            bar = _bar(figure.value / longest if longest else 0.0)
            lines.append(f"  {label:<{label_width}}  {figure!s:>{figure_width}}  {bar}".rstrip())
    return "\n".join(lines)


def _bar(share: float) -> str:
    full, rest = divmod(round(share * BAR_WIDTH * 8), 8)
    return "█" * full + _EIGHTHS[rest].strip()


def _table_data(table: Table) -> dict[str, object]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [list(map(_cell_data, row)) for row in table.rows],
        "note": table.note,
    }


def _cell_data(cell: Cell) -> object:
    return _figure_data(cell) if isinstance(cell, Figure) else cell


def _chart_data(chart: Chart) -> dict[str, object]:
    return {
        "title": chart.title,
        "series": [
            {
                "name": series.name,
                "bars": [{"label": label, **_figure_data(figure)} for label, figure in series.bars],
            }
            for series in chart.series
        ],
        "note": chart.note,
    }


def _figure_data(figure: Figure) -> dict[str, object]:
    return {"value": figure.value, "unit": str(figure.unit), "wrong": figure.mark.wrong}


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


def draw(report: BenchReport, folder: Path) -> tuple[Path, ...]:
    """Write one SVG file for each table and chart that has a picture; return where they are.

    A name has the same colour and mark in all of them. Raises `ImportError` where matplotlib is not
    installed, `OSError` where nothing can be written.
    """
    pictures = [part.picture for part in report.parts if part.picture]
    names = dict.fromkeys(line.beside or line.name for each in pictures for line in each.lines)
    styles = dict(zip(names, cycle(_STYLES), strict=False))
    return tuple(_drawn(picture, styles, folder) for picture in pictures)


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
            _line(line, styles[line.beside or line.name], axes, wider)
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
        *_places(line.points),
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
        axes.plot(
            *_places([point for point in line.points if point.flaw is flaw]),
            color=colour,
            linestyle="none",
            marker=shape,
            markersize=size,
            markerfacecolor=inside,
            markeredgewidth=1.3,
            zorder=3,
        )


def _places(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    return [point.across for point in points], [point.up for point in points]


def _legend(picture: Picture, axes: Axes) -> None:
    seen = {point.flaw for line in picture.lines for point in line.points}
    for flaw, shape, inside in ((Flaw.WRONG, "o", "white"), (Flaw.LATE, "X", _BLACK)):
        if flaw in seen:
            axes.plot([], [], shape, color=_BLACK, markerfacecolor=inside, label=str(flaw))
    axes.legend(frameon=False, fontsize=8.5, loc="center left", bbox_to_anchor=(1.0, 0.5))

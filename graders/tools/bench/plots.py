"""Draw the tables of a benchmark that say which of their columns grow from row to row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graders.model.tables import Figure, Report, Table, Unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE_INCHES = (7.2, 4.0)
_AXIS = {Unit.SECONDS: "seconds", Unit.NODES: "nodes"}
_STYLES = ("o-", "s--", "^-.", "D:")
"""A mark and a dash each, so that the lines are told apart without their colours."""


def draw(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write one SVG file a table that has `plotted` columns; return where they are.

    Raises `ImportError` where matplotlib is not installed, `OSError` where nothing can be written.
    """
    tables = [part for part in report.parts if isinstance(part, Table) and part.plotted]
    return tuple(_drawn(table, folder) for table in tables)


def file_name(title: str) -> str:
    """Return the name of a table's file, without the number that its title begins with.

    >>> file_name("3b. Nodes to search to a depth")
    'nodes-to-search-to-a-depth.svg'
    """
    words = re.sub(r"^\d+[a-z]?\. ", "", title).lower()
    return f"{re.sub(r'[^a-z0-9]+', '-', words)}.svg"


def _drawn(table: Table, folder: Path) -> Path:
    import matplotlib as mpl  # noqa: PLC0415  # nothing else of bench needs it, and it is large
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415

    path = folder / file_name(table.title)
    with mpl.rc_context():
        mpl.rcParams["svg.hashsalt"] = "kata bench"  # the same figures give the same file
        mpl.rcParams["svg.fonttype"] = "none"  # text stays text
        canvas = Canvas(figsize=_SIZE_INCHES, layout="constrained")
        _lines(table, canvas.add_subplot())
        canvas.savefig(path, format="svg", metadata={"Date": None, "Title": table.title})
    return path


def _lines(table: Table, axes: Axes) -> None:
    depths = [int(str(row[0])) for row in table.rows]
    for column, style in zip(table.plotted, _STYLES, strict=False):
        known = {
            depth: cell.value
            for depth, row in zip(depths, table.rows, strict=True)
            if isinstance(cell := row[column], Figure)
        }
        axes.plot(list(known), list(known.values()), style, label=table.columns[column])
    axes.set_yscale("log")
    axes.set_xticks(depths)
    axes.set_xlabel(table.columns[0])
    axes.set_ylabel(_AXIS[_unit(table)])
    axes.set_title(table.title)
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(frameon=False)


def _unit(table: Table) -> Unit:
    cells: Sequence[object] = [row[table.plotted[0]] for row in table.rows]
    return next(cell.unit for cell in cells if isinstance(cell, Figure))

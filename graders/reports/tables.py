"""Lay out tables as text: the one place that asks tabulate."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Literal

Layout = Literal["simple", "plain", "github", "html"]
Side = Literal["left", "right"]


def grid(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    layout: Layout = "simple",
    align: Sequence[Side] | None = None,
    widths: Sequence[int | None] | None = None,
) -> str:
    """Return rows of text below the names of their columns.

    `align` names a side for each column; without it columns of numbers are aligned as such. A cell
    wider than its column's entry in `widths` (None: as wide as it likes) goes on in the next line.

    >>> print(grid(("rung", "nodes"), (("naive", "16,807"), ("table", "9")),
    ...            align=("left", "right")))
    rung      nodes
    ------  -------
    naive    16,807
    table         9
    """
    from tabulate import tabulate  # noqa: PLC0415  # slow to load, and no case waits for a table

    cells = [list(row) for row in rows]
    if widths is not None:
        cells = [
            [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
            for row in cells
        ]
    if align is None:
        return tabulate(cells, headers=columns, tablefmt=layout)
    return tabulate(cells, headers=columns, tablefmt=layout, colalign=align, disable_numparse=True)


def _wrapped(cell: str, width: int | None) -> str:
    # tabulate's own wrapping fails on figures with commas.
    return cell if width is None else textwrap.fill(cell, width)

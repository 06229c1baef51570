"""Turn a benchmark's report into text for a terminal or Markdown, HTML, or JSON."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping

from graders.model.tables import Cell, Chart, Figure, Report, Table, cell_text
from graders.reports.layout import Layout, Side, grid

BAR_WIDTH = 40
"""Characters of the longest bar of a chart."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def render(report: Report, layout: str) -> str:
    """Write a report as `github`, `simple`, `html` or `json`, with a newline at its end."""
    return LAYOUTS[layout](report)


def _as_markdown(report: Report) -> str:
    blocks = ["\n".join(f"- {name}: {value}" for name, value in report.header)]
    for part in report.parts:
        body = _grid(part, "github") if isinstance(part, Table) else f"```\n{_bars(part)}\n```"
        blocks += [f"### {part.title}", body]
        if part.note:
            blocks.append(part.note.replace("*", r"\*"))
    return "\n\n".join(blocks) + "\n"


def _as_plain_text(report: Report) -> str:
    blocks = [grid((), report.header, layout="plain")]
    for part in report.parts:
        body = _grid(part, "simple") if isinstance(part, Table) else _bars(part)
        blocks.append("\n".join(line for line in (part.title, "", body, part.note) if line != ""))
    return "\n\n".join(blocks) + "\n"


def _as_html(report: Report) -> str:
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


def _as_json(report: Report) -> str:
    document = {
        "version": 1,
        "header": dict(report.header),
        "tables": [_table_data(part) for part in report.parts if isinstance(part, Table)],
        "charts": [_chart_data(part) for part in report.parts if isinstance(part, Chart)],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


LAYOUTS: Mapping[str, Callable[[Report], str]] = {
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


def _cell_data(cell: Cell) -> object:
    return _figure_data(cell) if isinstance(cell, Figure) else cell


def _table_data(table: Table) -> dict[str, object]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [[_cell_data(cell) for cell in row] for row in table.rows],
        "note": table.note,
    }


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
    return {
        "value": figure.value,
        "unit": str(figure.unit),
        "wrong": figure.mark.wrong,
    }

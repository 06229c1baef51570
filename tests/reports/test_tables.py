"""The one renderer of tables."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graders.model.explanation import Listing
from graders.reports.layout import as_text, blocks_of, grid

COLUMNS = ("rung", "nodes", "time")
ROWS = (("naive", "16,807", "1.50 s"), ("table", "9", "12.0 s"))
SIDES = ("left", "right", "right")


def test_a_simple_table_is_aligned_below_its_names() -> None:
    assert grid(COLUMNS, ROWS, align=SIDES).splitlines() == [
        "rung      nodes    time",
        "------  -------  ------",
        "naive    16,807  1.50 s",
        "table         9  12.0 s",
    ]


def test_a_github_table_is_aligned_as_well() -> None:
    lines = grid(COLUMNS, ROWS, layout="github", align=SIDES).splitlines()
    assert lines[0] == "| rung   |   nodes |   time |"
    assert lines[2] == "| naive  |  16,807 | 1.50 s |"


def test_html_is_escaped() -> None:
    assert "<td>a&lt;b" in grid(("x",), (("a<b",),), layout="html")


def test_a_figure_is_left_as_it_was_written() -> None:
    assert "1.50" in grid(("s",), (("1.50",), ("0.1",)), align=("right",))


def test_a_long_cell_goes_on_in_the_next_line() -> None:
    text = grid(("name", "why"), (("a", "one two three"),), widths=(None, 7))
    assert text.splitlines()[2:] == ["a       one two", "        three"]


@pytest.mark.parametrize("layout", ["simple", "plain", "github", "html"])
def test_a_table_may_be_empty(layout: str) -> None:
    assert "why" in grid(("why",), (), layout=layout)  # type: ignore[arg-type]


def test_nothing_else_asks_tabulate() -> None:
    rooms = Path(__file__).parent.parent.parent / "graders"
    named = [path for path in rooms.rglob("*.py") if b"tabulate" in path.read_bytes()]
    askers = {
        str(path.relative_to(rooms))
        for path in named
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "tabulate"
    }
    assert askers == {"reports/layout.py"}


def test_the_line_below_the_heads_of_a_table_is_not_broken_by_a_long_cell() -> None:
    listing = Listing(("step", "got"), (("1", "a text of many words, none of them long"),), at=0)
    block = next(each for each in blocks_of([listing], 30) if each)
    heads, rule, row, rest = as_text(block)
    assert (heads, rule) == ("  step    got", "  ------  --------------------")
    assert (row, rest) == ("> 1       a text of many", ">   words, none of them long")

"""How a report reads in each format."""

from __future__ import annotations

import json

import pytest

from graders.lab.bench.render import BAR_WIDTH, LAYOUTS, render
from graders.model.tables import BenchReport, Chart, Figure, FigureMark, Series, Table, Unit

REPORT = BenchReport(
    (("processor", "Example <1>"), ("python", "CPython 3.11.0")),
    (
        Table(
            "1. Example",
            ("solution", "depth 4", "depth 5"),
            (
                ("naive", Figure(0.5, Unit.SECONDS, FigureMark.STAR), None),
                ("table", Figure(12345, Unit.NODES), Figure(1.5, Unit.SECONDS, FigureMark.WRONG)),
            ),
            "*: wrong",
        ),
        Chart(
            "5. Bars",
            (
                Series("slow", (("depth 1", Figure(2.0, Unit.SECONDS)),)),
                Series("fast", (("depth 1", Figure(1.0, Unit.SECONDS)),)),
            ),
        ),
    ),
)


def test_the_formats_are_the_four_that_are_promised():
    assert set(LAYOUTS) == {"github", "simple", "html", "json"}


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_every_format_ends_with_a_newline_and_carries_header_tables_and_bars(layout: str):
    text = render(REPORT, layout)
    assert text.endswith("\n")
    for part in ("CPython 3.11.0", "1. Example", "5. Bars", "fast"):
        assert part in text


def test_plain_text_shows_marks_and_dashes():
    text = render(REPORT, "simple")
    assert "500 ms*" in text
    assert "wrong + 1.50 s" in text
    assert "—" in text


def test_bars_share_one_scale():
    lines = render(REPORT, "simple").splitlines()
    assert [line.count("█") for line in lines if "depth 1 " in line] == [BAR_WIDTH, BAR_WIDTH // 2]


def test_bars_of_a_chart_without_time_are_empty():
    nothing = Chart("5. Bars", (Series("slow", (("depth 1", Figure(0.0, Unit.SECONDS)),)),))
    assert "█" not in render(BenchReport((), (nothing,)), "simple")


def test_a_chart_without_bars_is_just_its_names():
    assert "slow" in render(BenchReport((), (Chart("5. Bars", (Series("slow", ()),)),)), "simple")


def test_markdown_escapes_the_star_and_fences_the_bars():
    text = render(REPORT, "github")
    assert r"500 ms\*" in text
    assert "| solution" in text
    assert text.count("```") == 2


def test_html_escapes_what_it_carries():
    text = render(REPORT, "html")
    assert "Example &lt;1&gt;" in text
    assert "<table>" in text
    assert "<pre>" in text


def test_json_carries_numbers_and_whether_the_move_was_wrong():
    document = json.loads(render(REPORT, "json"))
    assert document["version"] == 1
    first, second = document["tables"][0]["rows"]
    assert first == ["naive", {"value": 0.5, "unit": "s", "wrong": True}, None]
    assert second[1] == {"value": 12345, "unit": "nodes", "wrong": False}
    assert document["charts"][0]["series"][1]["bars"] == [
        {"label": "depth 1", "value": 1.0, "unit": "s", "wrong": False}
    ]


def test_a_row_that_does_not_fit_its_columns_is_refused():
    with pytest.raises(ValueError, match="a row of 1 cells under 2 columns"):
        Table("1. Example", ("a", "b"), (("only one",),))

"""How a file came along, drawn: in 80 columns, in plain signs, as a page, as data."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from graders.model.history import Broken, Past, PastRun
from graders.reports.history_chart import (
    ASCII,
    LABEL,
    chart,
    write_csv,
    write_json,
    write_page,
    write_past,
)

AT = "2026-11-22T09:30:00.125Z"
RUNS = tuple(
    PastRun(AT, f"{score}" * 64, "a_kata", score, 7, rung, hints, "b/slow", 0.25 * score)
    for score, rung, hints in ((0, "", 0), (3, "first_rung", 0), (7, "third_rung", 2), (5, "", 0))
)
PAST = Past(
    "mine.py",
    "a_kata",
    RUNS,
    best=2,
    broke=(Broken("b/slow", "time_limit_exceeded"),),
    diff=("--- then", "+++ now", "-old", "+new <b>"),
    left_out=2,
)


def text(*pasts: Past, encoding: str = "utf-8", full: bool = False) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    write_past(pasts, stream, full=full)
    stream.flush()
    return raw.getvalue().decode(encoding)


def html(*pasts: Past) -> str:
    stream = io.StringIO()
    write_page(pasts, stream)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def eighty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TZ", "UTC")


def test_every_line_of_ours_fits_80_columns() -> None:
    many = replace(PAST, runs=RUNS * 100, best=2)
    for past in (PAST, many, replace(PAST, runs=RUNS[:1], best=0, broke=())):
        for encoding in ("utf-8", "ascii"):
            assert max(map(len, text(past, encoding=encoding).splitlines())) <= 80


def test_it_says_what_broke_since_the_best_run_and_shows_the_change() -> None:
    said = text(PAST)
    assert "No longer accepted since your best run (7/7" in said
    assert "b/slow  time limit exceeded" in said
    assert "-old\n+new <b>\n" in said
    assert "5/7 now, 7/7 at best" in said
    assert "a first rung, b third rung" in said
    assert "2 taken" in said
    assert "slowest  1.25 s now (b/slow)\nat most  1.75 s (b/slow)\n" in said
    assert "Not drawn: 2 runs that were on some cases only." in " ".join(said.split())


def test_at_its_best_there_is_nothing_to_show() -> None:
    said = text(replace(PAST, runs=RUNS[:3], broke=()))
    assert "Everything is accepted." in said
    assert "old" not in said
    assert "This is your best run." in text(replace(PAST, runs=RUNS[:2], best=1, broke=()))


def test_a_run_that_stands_on_no_rung_says_so_in_words() -> None:
    beside = (replace(RUNS[0], rung="none"), replace(RUNS[1], rung="open"))
    past = replace(PAST, runs=beside, best=1, broke=())
    assert "a below the ladder, b not told" in text(past)
    assert "<td>below the ladder</td>" in html(past)
    assert "3/7, not told</title>" in html(past)


def test_a_source_that_was_not_kept_is_said() -> None:
    assert "was not kept" in text(replace(PAST, diff=None))
    assert "The file is the same as it was then." in text(replace(PAST, diff=()))


def test_a_long_change_says_where_all_of_it_is() -> None:
    long = replace(PAST, diff=tuple(f"+line {n}" for n in range(25)))
    said = text(long)
    assert "and 5 more lines: --full shows the whole change" in said
    assert len(re.findall(r"^\+line", said, re.MULTILINE)) == 20
    assert "more lines" not in text(long, full=True)
    assert "\n+line 24\n" in text(long, full=True)


def test_a_piped_chart_has_no_colour_and_cannot_act_on_a_terminal() -> None:
    said = text(replace(PAST, diff=("+\x1b[2Jboo",), file="a\nb.py"))
    assert "\x1b" not in said
    assert "+\\x1b[2Jboo" in said
    assert said.startswith("a\\nb.py  kata a_kata\n")


def test_several_files_are_a_line_each() -> None:
    other = replace(PAST, file="/far/" + "x" * 90 + "/other.py")
    lines = text(PAST, other).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[2:5] for line in lines if ".py" in line] == [["4", "7/7", "5/7"]] * 2


def test_without_a_run_on_all_cases_it_says_what_to_do() -> None:
    assert "Grade it whole" in text(Past("mine.py", "a_kata", left_out=1))


@pytest.mark.parametrize(("runs", "says"), [(1, "1 run cannot"), (3, "3 runs cannot")])
def test_runs_on_other_terms_are_told_once(runs: int, says: str) -> None:
    shown = " ".join(text(replace(PAST, on_other_terms=runs)).split())
    assert shown.count(f"{says} be compared with the last, as a suite had another version") == 1
    assert "be compared" not in text(PAST)


def dots(runs: Sequence[PastRun], width: int = 80) -> list[str]:
    return [line[LABEL:] for line in chart(runs, width, ASCII).lines if "|" in line]


def test_each_run_is_a_dot_at_its_points() -> None:
    rows = dots(RUNS)
    assert len(rows) == 8
    heights = {row.index("*") // 4: 7 - number for number, row in enumerate(rows) if "*" in row}
    assert heights == {0: 0, 1: 3, 2: 7, 3: 5}


def test_rungs_stand_below_the_runs_as_letters() -> None:
    (row,) = [line for line in chart(RUNS, 80, ASCII).lines if "rung" in line]
    assert row == "   rung     a   b"


def test_many_points_share_rows_and_many_runs_columns() -> None:
    run = replace(RUNS[0], max_score=300)
    runs = [replace(run, score=300 if n == 55 else 0) for n in range(1000)]
    drawn = chart(runs, 80, ASCII)
    assert drawn.runs_a_column == 14
    rows = dots(runs)
    assert len(rows) == 11
    assert rows[0].index("*") == 55 // 14


def test_the_json_holds_it_all() -> None:
    stream = io.StringIO()
    write_json([PAST], stream)
    found = json.loads(stream.getvalue())
    assert found["version"] == 1
    (one,) = found["files"]
    assert [run["score"] for run in one["runs"]] == [0, 3, 7, 5]
    assert one["broke"] == [{"id": "b/slow", "verdict": "time_limit_exceeded"}]
    assert one["diff"][-1] == "+new <b>"


def test_the_csv_has_a_line_a_run() -> None:
    stream = io.StringIO()
    write_csv([PAST, replace(PAST, file='"quoted", and more')], stream)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert [row["score"] for row in rows] == ["0", "3", "7", "5"] * 2
    assert rows[4]["file"] == '"quoted", and more'


class _Page(HTMLParser):
    """Take note of the elements, of where they point to, and that each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


def test_the_page_stands_alone_and_is_well_formed() -> None:
    page = _Page()
    page.feed(html(PAST, replace(PAST, file="other.py", runs=RUNS[:1], best=0)))
    assert page.open == []
    assert page.links == []
    assert page.seen.count("svg") == 2
    assert page.seen.count("circle") == 5
    assert not re.search(r"https?://|@import|<script", html(PAST))


def test_the_page_escapes_what_it_is_given() -> None:
    page = html(replace(PAST, file="<script>alert(1)</script>.py"))
    assert "<script" not in page
    assert "+new &lt;b&gt;" in page

"""CSV files: read back cell by cell, and no cell is a formula to a spreadsheet."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import example, given
from msgspec.structs import replace

from graders.model.batch import Batch, Entry, HandIn
from graders.reports.csv import BATCH_COLUMNS, CASE_COLUMNS, OUTPUT_COLUMNS, cell
from tests.golden_reports import many, one
from tests.hostile_scorecards import HOSTILE, TEXTS, everything, hostile_card, whole_batch
from tests.scorecards import ACCEPTED, ASSESSMENT, WRONG, card


def read(text: str) -> list[dict[str, str]]:
    """Read as a program does that knows the standard and nothing else."""
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_a_submission_is_a_row_for_each_case_under_the_names_of_the_columns() -> None:
    text = one("csv", card(ACCEPTED, WRONG))
    assert tuple(text.partition("\r\n")[0].split(",")) == CASE_COLUMNS
    first, second = read(text)
    assert (first["case"], first["verdict"], first["answer"]) == (
        "phase3/mate-in-3",
        "accepted",
        "5",
    )
    assert (second["points"], second["max_points"], second["wall_s"]) == ("0", "1", "0.5")


def test_a_batch_is_a_row_for_each_submission_in_the_order_of_the_candidates() -> None:
    rows = read(many("csv", whole_batch()))
    assert tuple(rows[0]) == BATCH_COLUMNS
    assert [row["candidate"] for row in rows[:2]] == ["alice", "bob"]
    assert [row["rank"] for row in rows] == ["", "1", "2", "", ""]
    assert [row["why_not"] for row in rows[3:]] == ["the worker was lost", "not graded yet"]


def test_a_rank_is_among_the_submissions_to_the_same_kata() -> None:
    cards = {"ann": card(ACCEPTED), "bob": replace(card(ACCEPTED, WRONG), kata="operations")}
    entries = [Entry(name, f"{name}.py", "a" * 64, b"", cards[name]) for name in cards]
    assert [row["rank"] for row in read(many("csv", Batch(tuple(entries))))] == ["1", "1"]


def test_it_is_told_who_was_graded_and_how_it_came_in() -> None:
    columns = (("email", "a@b.c"), ("score", "9"))
    late = HandIn("canvas", "my.py", 2, late=True, submitted="Friday", columns=columns)
    ann = Entry("ann", "a.py", "a" * 64, b"", card(ACCEPTED), hand_in=late)
    kim = Entry("kim", "k.zip", None, None, refused="the archive is damaged")
    first, second = read(many("csv", Batch((ann, kim))))
    told = [(row["graded"], row["score"], row["rank"], row["why_not"]) for row in (first, second)]
    assert told == [("yes", "1", "1", ""), ("no", "", "", "the archive is damaged")]
    names = ("late", "attempt", "submitted", "original", "layout", "email", "score (manifest)")
    assert [first[name] for name in names] == [
        *("yes", "2", "Friday", "my.py", "canvas", "a@b.c", "9")
    ]
    assert [second[name] for name in names] == ["no", *[""] * 6]


def test_in_full_a_batch_is_a_row_for_each_case_with_what_was_printed() -> None:
    rows = read(many("csv", whole_batch(), full=True))
    assert tuple(rows[0]) == (*CASE_COLUMNS, *OUTPUT_COLUMNS)
    assert [row["candidate"] for row in rows].count("alice") == 13
    assert rows[-1]["verdict"] == "not_graded"


def test_every_record_is_one_line_that_ends_as_the_standard_has_it() -> None:
    text = many("csv", whole_batch(), full=True)
    assert text.count("\r\n") == text.count("\n") == len(read(text)) + 1
    assert "\r" not in text.replace("\r\n", "")


def test_the_rung_is_told_where_hints_are_wanted() -> None:
    batch = Batch((Entry("alice", "a.py", None, None, card(WRONG, assessment=ASSESSMENT)),))
    assert read(many("csv", batch))[0]["rung"] == "alpha_beta"
    assert read(many("csv", batch, hints=False))[0]["rung"] == ""


@pytest.mark.parametrize("number", [0, -1, 1.5, -0.25])
def test_a_number_stays_one(number: float) -> None:
    assert cell(number) == number


@pytest.mark.parametrize(
    "first", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", ";=", "\t=", "\r="]
)
def test_no_text_begins_as_a_formula(first: str) -> None:
    assert re.match(r"(;|\\[tr])?\s*'|\\", str(cell(f"{first}1+1")))


@given(TEXTS)
@example(HOSTILE)
@example('"=1')
@example("\x00")
def test_no_cell_of_any_text_is_a_formula_or_breaks_its_row(text: str) -> None:
    batch = Batch((Entry(text, text, None, None, hostile_card(text), why_not=text),))
    for written in (many("csv", batch), many("csv", batch, full=True)):
        (row,) = read(written)
        assert None not in row
        assert "\x00" not in written
        texts = [row["candidate"], row["path"], row.get("message", ""), row.get("stdout", "")]
        for each in texts:
            for part in each.split(";"):
                assert not re.match(r"\s*[=+\-@＝＋－＠]", part)


def test_all_of_a_hostile_scorecard_is_in_its_rows() -> None:
    rows = read(one("csv", everything(), full=True))
    assert rows[-2]["traceback"].startswith("</script>")
    assert rows[-1]["verdict"] == "not_run"

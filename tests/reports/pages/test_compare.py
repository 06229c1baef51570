"""People side by side: what they were asked, and what became of it."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.batch import Entry
from graders.model.scorecard import Scorecard
from graders.reports.pages.compare import compare_page
from tests.reports.pages.rules import check
from tests.scorecards import ACCEPTED, WRONG, card


def compared(*cards: Scorecard) -> list[str]:
    people = [Entry(f"{n}", f"{n}.py", "0" * 64, b"", each) for n, each in enumerate(cards)]
    root = check(compare_page(people, [""] * len(people), "A batch"))
    return [" ".join(row.text.split()) for row in root.one("table", cls="compared").all("tr")]


def test_cases_of_one_name_are_one_row_only_where_they_are_of_one_kata() -> None:
    one = card(ACCEPTED)
    other = card(replace(WRONG, id=ACCEPTED.id))
    case = ACCEPTED.id
    assert [row for row in compared(one, other) if case in row] == [
        f"{case}A acceptedW wrong answer"
    ]
    other = replace(other, kata="operations")
    assert [row for row in compared(one, other) if case in row] == [
        *(f"best_move {case}A accepted", f"operations {case}W wrong answer")
    ]

"""The one line of a case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.model.verdict import Verdict
from graders.reports.layout import as_text
from graders.reports.score import CaseColumns, Marks, case_line
from tests.scorecards import ACCEPTED, LATE, WRONG

IDS = ["phase3/mate-in-3", "scale/long-lines-at-large-k", "rules/diagonal-with-a-very-long-name"]


def written(result: object, width: int = 80) -> str:
    [text] = as_text([case_line(result, CaseColumns.for_ids(IDS, width, Marks()))])  # type: ignore[arg-type]
    return text


def test_what_went_wrong_stands_last_and_the_seconds_below_each_other() -> None:
    right, wrong = written(ACCEPTED), written(replace(WRONG, id=IDS[1], answer=None))
    assert right.split() == ["✓", "phase3/mate-in-3", "5", "0.012", "s"]
    assert wrong.endswith("0.500 s  wrong answer")
    assert right.index("0.012") == wrong.index("0.500")


def test_where_there_is_little_room_the_seconds_move_before_an_id_is_cut() -> None:
    late = replace(LATE, id=IDS[1], cap_s=0.9, wall_s=0.913, cpu_s=0.9)
    line = written(late)
    assert line.startswith(f"✗ {IDS[1]} ")
    assert line.endswith("0.913 s  time limit exceeded (cap 0.9 s)")
    assert len(line) == 80
    cut = written(replace(late, id="rules/diagonal-with-the-top-right-corner-completed-below"))
    assert cut.startswith("✗ rules/diag")
    assert "…" in cut
    assert len(cut) == 80


def test_on_a_narrow_terminal_the_seconds_give_way_before_an_id_is_cut() -> None:
    miss = replace(WRONG, id="phase2/quiet-win-in-5", answer=2)
    assert written(miss, 40) == "✗ phase2/quiet-win-in-5  wrong answer"


@given(
    st.text("abcdefgh-/~#", min_size=1, max_size=70),
    st.sampled_from(list(Verdict)),
    st.none() | st.integers() | st.text("xyz") | st.floats(allow_nan=False),
    st.floats(0, 999),
    st.integers(74, 120),
)
def test_a_line_is_never_wider_than_the_page(
    case_id: str, verdict: Verdict, answer: object, wall_s: float, width: int
) -> None:
    result = replace(WRONG, id=case_id, verdict=verdict, answer=answer, wall_s=wall_s, cpu_s=0.0)
    assert len(written(result, width)) <= width


@pytest.mark.parametrize(
    ("answer", "shown"),
    [(3, "3"), (None, ""), ([1], ""), (12345678, "12345…"), (True, "True")],
)
def test_an_answer_takes_little_room_and_a_list_none(answer: object, shown: str) -> None:
    assert written(replace(WRONG, answer=answer)).split()[2:-4] == ([shown] if shown else [])


@pytest.mark.parametrize("answer", ["3", "<Column.C: 2> (Column, a subclass of int)"])
def test_a_text_is_left_to_the_message_as_it_may_stand_for_another_value(answer: str) -> None:
    assert "'" not in written(replace(WRONG, verdict=Verdict.INVALID_ANSWER, answer=answer))

"""What is kept of a result that says too much."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.grading.slim import FEW_BYTES, RUN_BYTES, TEXT_BYTES, slim
from graders.model.scorecard import Result
from graders.model.verdict import Verdict

RESULT = Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0)
WORDS_ON_WHAT_IS_GONE = 60


def printed(text: str, kept: int = 0) -> str:
    return slim(Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, stdout=text), kept).stdout


def test_a_short_text_stays_as_it_is() -> None:
    assert printed("x" * TEXT_BYTES) == "x" * TEXT_BYTES


def test_of_a_long_text_the_beginning_and_the_end_are_kept() -> None:
    shown = printed(f"first{'x' * 70_000}last")
    assert shown.startswith("firstx")
    assert shown.endswith("xlast")
    assert "\n… 61,817 characters were left out …\n" in shown


@pytest.mark.parametrize(("kept", "most"), [(0, TEXT_BYTES), (RUN_BYTES, FEW_BYTES)])
@given(st.text(), st.integers(1, 20_000))
def test_whatever_it_is_it_gets_small(kept: int, most: int, text: str, times: int) -> None:
    shown = printed(text * times, kept)
    assert len(json.dumps(shown)) <= most + WORDS_ON_WHAT_IS_GONE
    if shown != text * times:
        assert "characters were left out" in shown

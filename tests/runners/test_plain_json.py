"""What a runner reads JSON by does so as `json` does, to the letter."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.runners.plain_json import parse, quoted

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@settings(max_examples=40)
@given(VALUES)
def test_it_reads_whatever_json_writes(value: object) -> None:
    assert parse(json.dumps(value)) == value
    assert parse(json.dumps(value, ensure_ascii=False, separators=(",", ":"))) == value


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_it_writes_a_text_as_json_does(text: str) -> None:
    assert quoted(text) == json.dumps(text)


@pytest.mark.parametrize("broken", ["{", '{"a":}', '"\n"', "{'a':1}", "[1,]", "nul", ""])
def test_what_json_refuses_it_refuses(broken: str) -> None:
    with pytest.raises((ValueError, StopIteration)):
        parse(broken)
    with pytest.raises(ValueError, match=r"."):
        json.loads(broken)

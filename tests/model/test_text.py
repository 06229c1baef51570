"""Whatever a stranger writes, a terminal is shown nothing but text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.model.text import harmless, on_one_line, readable

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_one_line_is_one_line_that_can_be_printed_and_encoded(text: str) -> None:
    shown = on_one_line(text)
    assert shown.isprintable()
    assert shown.encode().decode() == shown


@given(ANY_TEXT)
def test_newlines_and_tabs_are_all_that_is_left_of_control(text: str) -> None:
    assert harmless(text).replace("\n", "").replace("\t", "").isprintable()


@given(st.binary())
def test_bytes_are_made_readable_the_same_way(data: bytes) -> None:
    assert harmless(readable(data)) == readable(data)


@given(ANY_TEXT)
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert harmless(harmless(text)) == harmless(text)
    assert on_one_line(on_one_line(text)) == on_one_line(text)

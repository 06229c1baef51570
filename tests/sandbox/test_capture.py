"""What a submission prints is kept in part and cannot act on a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graders.model.text import readable
from graders.sandbox.interface import Capture


def test_only_the_start_is_kept_and_the_cut_is_said() -> None:
    capture = Capture(10)
    capture.add(b"12345")
    assert capture.text() == "12345"
    capture.add(b"67890" + b"x" * 2000)
    assert capture.text() == "1234567890\n… 2,000 more bytes were cut"


def test_as_much_is_kept_of_each_part_as_of_the_whole() -> None:
    capture = Capture(10)
    capture.add(b"12345")
    capture.mark()
    assert capture.latest() == ""
    capture.add(b"67")
    assert (capture.latest(), capture.text()) == ("67", "1234567")
    capture.add(b"890" + b"x" * 100)
    assert capture.latest() == "67890xxxxx\n… 95 more bytes were cut"
    capture.mark()
    capture.add(b"y" * 7)
    assert capture.latest() == "y" * 7
    assert capture.text() == "1234567890\n… 107 more bytes were cut"


def test_a_character_that_is_cut_in_two_does_not_matter() -> None:
    capture = Capture(2)
    capture.add("aé".encode())
    assert capture.text().startswith("a\\xc3")


@given(st.binary())
def test_no_bytes_at_all_are_left_that_act(data: bytes) -> None:
    text = readable(data)
    assert all(char.isprintable() or char in "\n\t" for char in text)
    text.encode("utf-8")

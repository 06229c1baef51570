"""The file that was graded, in lines of words: nothing of it is lost, and nothing unseen stays."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.model.text import readable
from graders.reports.pages import lexing
from graders.reports.pages.listing import LONGEST_LINE, MOST_LINES, numbered
from graders.sandbox.confined import Answer


def text_of(content: bytes, name: str = "a.py") -> str:
    return "\n".join(
        "".join(word for _, word in line.words) for line in numbered(name, content).lines
    )


@given(st.text(max_size=200), st.sampled_from(["a.py", "a.mjs", "a.rs", ""]))
def test_the_words_put_together_are_the_file(text: str, name: str) -> None:
    content = text.encode("utf-8", "surrogatepass")
    assert text_of(content, name) == readable(content).removesuffix("\n")


def test_a_line_ends_where_a_newline_is_and_nowhere_else() -> None:
    assert text_of(b"a\r\nb\x0bc\x85\n") == "a\nb\\x0bc\\x85"


def test_words_have_their_kinds() -> None:
    (line,) = numbered("a.py", b"def f(): return 'a', 1  # b").lines
    assert [kind for kind, _ in line.words if kind] == ["k", "d", "k", "s", "n", "c"]


@pytest.mark.parametrize("content", [b"x = 1\n" * 20_000, b"x" * 1_000_000, b"'" * 300 + b" 1"])
def test_a_file_that_is_too_long_is_plain_and_cut_and_says_so(content: bytes) -> None:
    shown = numbered("a.py", content)
    assert len(shown.lines) <= MOST_LINES
    assert shown.left_out == content.count(b"\n") + (not content.endswith(b"\n")) - len(shown.lines)
    assert {kind for line in shown.lines for kind, _ in line.words} == {""} or shown.left_out
    first = content.split(b"\n")[0]
    assert shown.lines[0].cut == max(0, len(first) - LONGEST_LINE)


def test_an_empty_file_has_no_lines() -> None:
    assert numbered("a.py", b"").lines == ()


class OtherWords:
    def ask(self, _question: bytes, _cpu_s: float) -> Answer:
        return Answer(msgspec.msgpack.encode([("k", "other")]), 0.0)


def test_words_that_are_not_the_text_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexing, "confined", lambda _work: OtherWords())
    (line,) = numbered("a.py", b"import os").lines
    assert line.words == (("", "import os"),)


def test_a_file_that_takes_too_long_to_part_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexing, "_CPU_S", 0.000_001)
    lines = numbered("a.py", b"import os\n" * 2_000).lines
    assert {line.words for line in lines} == {(("", "import os"),)}
    monkeypatch.undo()
    (line,) = numbered("a.py", b"import os").lines
    assert line.words == (("k", "import"), ("", " os"))

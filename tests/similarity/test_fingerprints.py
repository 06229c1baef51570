"""What is left of a program when its names, its layout and its remarks are taken away."""

from __future__ import annotations

import pytest

from graders.similarity.fingerprints import program_words


def said(source: str) -> str:
    return " ".join(word.text for word in program_words("mine.py", source.encode()))


SAME = {
    "names": ("a = b + c", "total = first + second"),
    "numbers": ("a = 12", "a = 0x1F"),
    "texts": ("a = 'b'", 'a = """c"""'),
    "texts side by side": ("a = 'b'", "a = ('b'\n  'c')"),
    "a table": ("a = [1, 2, 3]", "a = [4, 5]"),
    "remarks": ("a = 1", "# why\na = 1  # so"),
    "a docstring": ("def f(): return 1", "def f():\n    'Do it.'\n    return 1"),
    "brackets": ("return a, b", "return (a, b,)"),
    "line breaks": ("f(a, b)", "f(\n    a,\n\n    b,\n)"),
    "one line": ("if a: b = 1", "if a:\n    b = 1"),
    "semicolons": ("a = 1; b = 2", "a = 1\nb = 2"),
    "a line that goes on": ("a = b + c", "a = b \\\n  + c"),
    "annotations of parameters": (
        "def f(a, b={}, *c, d=lambda x: x): pass",
        "def f(a: int, b: dict[str, int] = {}, *c: 'C', d: F = lambda x: x) -> list[int]: pass",
    ),
    "annotations of variables": ("a = 1\nb.c = 2", "a: int = 1\nd: str\nb.c: D[int, str] = 2"),
    "imports": ("a = 1", "import b\nfrom c import (d,\n  e)\na = 1"),
    "a method": ("def f(a): return g(a)", "def f(self, a): return self.g(a)"),
    "what does nothing": ("a = 1", "pass\na = 1\n'nothing'"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_it_makes_no_difference(one: str, other: str) -> None:
    assert said(one) == said(other) != ""


DIFFERENT = {
    "operators": ("a = b + c", "a = b - c"),
    "built-in names": ("a = max(b)", "a = min(b)"),
    "constants": ("a = None", "a = True"),
    "keywords": ("while a: b()", "if a: b()"),
    "slices and keys": ("a = b[1:]", "a = b[1]"),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_it_makes_a_difference(one: str, other: str) -> None:
    assert said(one) != said(other)


def test_a_word_knows_its_line() -> None:
    source = b"\xef\xbb\xbf\n\n# first\na = (b,\n\n   c)\r\nd = '''\n\n''' + e\n"
    lines = [(word.text, word.line) for word in program_words("mine.py", source)]
    assert lines == [
        ("N", 4),
        ("=", 4),
        ("N", 4),
        ("N", 6),
        *((t, 7) for t in "N='"),
        ("+", 9),
        ("N", 9),
    ]


def test_a_bracket_that_is_never_closed_ends_where_a_function_begins() -> None:
    whole = "def f(a: int): return a\n"
    assert said(f"x = (1,\n{whole}").endswith(said(whole))


@pytest.mark.parametrize("source", ["", "# nothing", "x: int", '"""Only this."""', "import os"])
def test_nothing_is_left_of_what_does_nothing(source: str) -> None:
    assert said(source) == ""

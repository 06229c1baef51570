"""What is made of what: the same however it is written, and told of within bounds."""

from __future__ import annotations

import pytest

from graders.similarity.fingerprints import Fingerprints, fingerprints_of
from graders.similarity.flow import MOST_FACTS
from graders.similarity.pairs import find_pairs
from tests.similarity.shares import program


def facts(source: str, **options: bool) -> set[int]:
    return set(fingerprints_of("mine.py", source.encode(), **options).facts)


SAME = {
    "names": ("def f(a): return max(a, 1)", "def g(other): return max(other, 2)"),
    "order of statements": ("a = f()\nb = g()\nh(a, b)", "b = g()\na = f()\nh(a, b)"),
    "a condition turned round": (
        "def f(a, b):\n  if a < b: return g(a)\n  else: return b",
        "def f(a, b):\n  if not b > a: return b\n  return g(a)",
    ),
    "more than one comparison": ("x = 0 <= f(a) < 7", "x = 0 <= f(a) and f(a) < 7"),
    "a sum in place": ("a = f()\na += g(a)", "a = f()\na = a + g(a)"),
    "a variable for a part": ("h(f(g(1)))", "part = g(1)\nh(f(part))"),
    "a comprehension": (
        "a = [f(x) for x in g() if x]\nh(a)",
        "a = []\nfor x in g():\n  if x:\n    a.append(f(x))\nh(a)",
    ),
    "what is never reached": ("def f():\n  return g()", "def f():\n  return g()\n  h()"),
    "a condition that never holds": ("a = f()", "a = f()\nif False:\n  a = g(a)"),
    "several at once": ("a, b = f(), g()", "a = f()\nb = g()"),
    "a number by its name": ("N = 7\nf(N)", "f(7)"),
    "a field of an object": (
        "a.b = f()\ng(a.b)",
        "class A:\n  def h(self):\n    self.b = f()\n    g(self.b)",
    ),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_it_makes_little_difference(one: str, other: str) -> None:
    told, told_too = facts(one), facts(other)
    assert len(told & told_too) >= 0.6 * max(len(told), len(told_too)) > 0


def test_a_helper_more_makes_little_difference() -> None:
    one = "def f(a):\n  return max(abs(a - 3), min(a))"
    other = "def f(a):\n  return max(g(a), min(a))\ndef g(b):\n  return abs(b - 3)"
    assert facts(one) <= facts(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("f(max(a))", "f(abs(a))"), ("a = b + c", "a = b * c"), ("f(g(a))", "g(f(a))")],
)
def test_it_makes_a_difference(one: str, other: str) -> None:
    assert facts(f"import f, g\n{one}") != facts(f"import f, g\n{other}")


HOSTILE = {
    "signs": b"x = " + b"-" * 60_000 + b"1",
    "a sum": b"x = " + b"1+" * 30_000 + b"1",
    "brackets": b"x = " + b"f(" * 30_000 + b")" * 30_000,
    "fields": b"x = a" + b".b" * 30_000,
    "blocks": b"".join(b" " * depth + b"if a:\n" for depth in range(99)) + b" " * 99 + b"b()",
    "variables": b"\n".join([b"a=a+b;b=b+a*c;c=max(a,b,c)"] * 2400),
    "a zero byte": b"a = 1\0\n",
    "no program": b"def f(:\n",
}


@pytest.mark.thorough
@pytest.mark.parametrize("odd", HOSTILE.values(), ids=HOSTILE)
def test_what_does_not_parse_is_compared_by_its_words(odd: bytes) -> None:
    own = program("tree_of_games").encode()
    failed: list[int] = []
    files = [("a.py", own + b"\n" + odd), ("b.py", own)]
    (pair,) = find_pairs(files, on_failure=failed.append)
    assert (failed, pair.first, pair.second) == ([], 0, 1)
    assert pair.passages
    assert len(fingerprints_of("a.py", odd).facts) <= MOST_FACTS + 1000


def test_no_facts_are_told_of_what_does_not_parse() -> None:
    found: Fingerprints = fingerprints_of(
        "a.py", b"def f(a):\n  return max(a.b, c + d * e) -\n" * 3
    )
    assert found.hashes
    assert not found.facts

"""A survey reads what a file binds at module level, and runs none of it."""

from __future__ import annotations

import pytest

from graders.runners.python.survey import survey


def names(source: str) -> tuple[list[str], list[str]]:
    functions, others, _, _ = survey(source, "mine.py")
    return functions, others


def test_functions_classes_and_other_names() -> None:
    source = """
import os.path as where, sys
from kata.board import Board as B
LIMIT = 3
def one(): pass
async def two(): pass
three = lambda board: 3
four = partial(one)
class Solver:
    depth = 3
    def find_best_move(self): pass
    async def later(self): pass
    play = find_best_move
raise SystemExit
"""
    functions, others, classes, _ = survey(source, "mine.py")
    assert functions == ["one", "two", "three"]
    assert others == ["B", "four"]
    assert classes == [("Solver", ["find_best_move", "later", "play"])]


@pytest.mark.parametrize(
    "value",
    ["[]", "{}", "{1}", "(1, 2)", "[x for x in y]", "{x: 1 for x in y}", "3", "f'{x}'", "-1"],
)
def test_a_value_that_cannot_be_called_is_no_function(value: str) -> None:
    assert names(f"solution = {value}\nsolution: object = {value}") == ([], [])


@pytest.mark.parametrize(
    "source",
    [
        "f: Callable[[Board], int] = lambda b: 3",
        "x, (f, y) = 1, (lambda b: 3, 2)",
        "print(f := lambda b: 3)",
        "if (f := lambda b: 3): pass",
        "match 3:\n    case 3:\n        def f(b): pass",
        "with open('x'):\n    def f(b): pass",
        "for _ in range(1):\n    def f(b): pass",
        "try:\n    pass\nfinally:\n    def f(b): pass",
        "if __name__ != '__main__':\n    def f(b): pass",
        "if __name__ == '__main__':\n    pass\nelse:\n    def f(b): pass",
    ],
)
def test_finds_a_function_however_it_is_bound(source: str) -> None:
    assert names(source)[0] == ["f"]


def test_targets_without_values_of_their_own_may_be_anything() -> None:
    assert names("f, g = make()") == ([], ["f", "g"])


def test_looks_into_blocks_but_not_into_functions_or_scripts() -> None:
    source = """
if True:
    def one(): pass
else:
    def two(): pass
try:
    import numpy
except ImportError:
    def three(): pass
if __name__ == "__main__":
    def four(): pass
def outer():
    def five(): pass
"""
    assert names(source) == (["one", "two", "three", "outer"], [])


def test_what_cannot_be_parsed_raises_and_names_the_file() -> None:
    with pytest.raises(SyntaxError) as error:
        survey("def f(:", "mine.py")
    assert error.value.filename == "mine.py"


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("", None),
        ("class Only: pass", None),
        (
            "def one(a): pass\ndef two(obs, config): pass\nclass Three: pass",
            ("two", ["obs", "config"]),
        ),
        ("def one(obs, config=None, *more, **named): pass", ("one", ["obs"])),
        ("def one(obs, /, depth=3, *, config): pass", None),
        ("one = lambda obs: 3", ("one", ["obs"])),
        ("def one(): pass\ndef two(): pass\ndef one(obs): pass", ("two", [])),
        ("if True:\n    def one(obs): pass\ndef two():\n    def three(): pass", ("two", [])),
        ("def one(obs): pass\nif __name__ == '__main__':\n    def two(): pass", ("one", ["obs"])),
    ],
)
def test_the_last_function_is_that_of_the_module_once_it_is_loaded(
    source: str, last: tuple[str, list[str]] | None
) -> None:
    assert survey(source, "mine.py")[3] == last


def test_what_comes_after_thousands_of_others_is_found() -> None:
    many = "".join(f"class C{n}:\n    def m{n}(self): ...\ndef f{n}(): ...\n" for n in range(5000))
    functions, _, classes, _ = survey(many + "class Game:\n    def last(self): ...\n", "mine.py")
    assert classes[-1] == ("Game", ["last"])
    assert functions[-1] == "f4999"

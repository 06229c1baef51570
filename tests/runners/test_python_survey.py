"""A survey reads what a file binds at module level, and runs none of it."""

from __future__ import annotations

import pytest

from graders.runners.python_survey import survey


def test_functions_classes_and_other_names() -> None:
    source = """
import os.path as where, sys
from kata.board import Board as B
LIMIT = 3
def one(): pass
async def two(): pass
three = lambda board: 3
class Solver:
    depth = 3
    def find_best_move(self): pass
    async def later(self): pass
raise SystemExit
"""
    functions, methods = survey(source)
    assert functions == ["where", "sys", "B", "one", "two", "three"]
    assert methods == [("Solver", ["find_best_move", "later"])]


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
    assert set(survey(source)[0]) == {"one", "two", "three", "numpy", "outer"}


def test_what_cannot_be_parsed_raises() -> None:
    with pytest.raises(SyntaxError):
        survey("def f(:")

"""What a source shows of its design is told as facts: here each of them on a few lines."""

from __future__ import annotations

import ast

import pytest

from graders.katas import all_katas
from graders.katas.game_design.kata import KATA
from graders.katas.game_design.signals import ChangingAttribute, design_findings, signals_of
from graders.lab.verifying.declared import SOLUTIONS

SOURCE = """
ROWS = 6

class Player:
    def __init__(self, name):
        self.name = name

class Board:
    def __init__(self, rows=6, cols=7):
        self.grid = [[None] * cols for _ in range(rows)]

    def place(self, column, disc):
        self.grid[5][column] = disc

class Game:
    def __init__(self):
        self.board = Board()
        self._turn = 0
        self.log = []

    def move(self, column):
        if column < 7:
            self.board.place(column, self._turn)
            self._turn = 1 - self._turn
            self.log.append(column)
            return 4
"""


def test_classes_and_who_uses_whom() -> None:
    found = signals_of(ast.parse(SOURCE))
    assert found.classes == ("Player", "Board", "Game")
    assert found.calls == (("Game", "Board"),)


def test_state_that_changes_and_what_of_it_is_public() -> None:
    found = signals_of(ast.parse(SOURCE))
    assert found.changing == (
        ChangingAttribute("Board", "grid"),
        ChangingAttribute("Game", "_turn"),
        ChangingAttribute("Game", "log"),
    )
    assert [kept.is_public for kept in found.changing] == [True, False, True]
    assert found.grids == ("Board",)


def test_the_longest_function_and_what_a_second_size_touches() -> None:
    found = signals_of(ast.parse(SOURCE))
    assert found.longest == ("Game.move", 6)
    assert found.sizes == ((22, 7), (26, 4)), "a constant and a default are no line to touch"


def test_two_grids_are_told() -> None:
    twice = SOURCE.replace("self.log = []", "self.cells = [[0] * 7, [0] * 7]")
    assert signals_of(ast.parse(twice)).grids == ("Board", "Game")


@pytest.mark.parametrize("source", ["", "x = 3", "class A: pass", "def f(): return 1", "lambda: 7"])
def test_any_source_is_read(source: str) -> None:
    for found in design_findings(signals_of(ast.parse(source))):
        assert found.what
        assert found.how


def test_the_facts_are_told_by_the_kata_and_nothing_else_is() -> None:
    tree = ast.parse((SOLUTIONS / "game_design.py").read_text(encoding="utf-8"))
    told = {found.what: found.how for found in KATA.facts(KATA.read_code(tree))}
    assert told["a second board size touches"] == "no number outside a constant"
    assert told["of that, public"] == "none"
    assert KATA.facts(None) == ()
    assert all_katas()["game_design"].assessment([]) is None, "there is no ladder, so no rung"

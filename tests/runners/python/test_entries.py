"""What of a loaded file is called: the function, the class, or the function around the class."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.model.outcome import Event
from graders.model.request import BoardArgument, Request
from graders.model.submission import Submission
from graders.runners.python.answer import OWN_MODULE
from graders.runners.python.entries import entries
from graders.sandbox.isolation import choose_isolation

SOLVER = """
class Solver:
    def __init__(self, board):
        self.board = board

    def find_best_move(self):
        return 3
"""
WRAPPERS = {
    "constructed": "def find_best_move(board):\n    return Solver(board).find_best_move()\n",
    "by_a_helper": (
        "def solve(board):\n    return Solver(board)\n"
        "def find_best_move(board):\n    return solve(board).find_best_move()\n"
    ),
    "an_object_of_the_module": (
        "SOLVER = Solver(None)\ndef find_best_move(board):\n    return SOLVER.find_best_move()\n"
    ),
    "within_a_function": (
        "def find_best_move(board):\n"
        "    def inner():\n        return Solver(board).find_best_move()\n    return inner()\n"
    ),
    "a_bound_method": "find_best_move = Solver(None).find_best_move\n",
    "decorated": (
        "import functools\n@functools.lru_cache\n"
        "def find_best_move(board):\n    return Solver(board).find_best_move()\n"
    ),
    "partial": (
        "import functools\ndef play(depth, board):\n    return Solver(board).find_best_move()\n"
        "find_best_move = functools.partial(play, 3)\n"
    ),
    "a_lambda": "find_best_move = lambda board: Solver(board).find_best_move()\n",
    "a_class_that_holds_it": (
        "class Game:\n    def solver(self, board):\n        return Solver(board)\n"
        "def find_best_move(board):\n    return Game().solver(board).find_best_move()\n"
    ),
}
STRANGERS = {
    "the_starter_is_left": "def find_best_move(board):\n    return board.valid_moves()[0]\n",
    "only_by_an_attribute": "def find_best_move(board):\n    return len(board.find_best_move)\n",
    "another_class": "class Other: pass\ndef find_best_move(board):\n    return Other\n",
    "from_elsewhere": "from operator import neg as find_best_move\n",
}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    made = ModuleType(OWN_MODULE)
    monkeypatch.setitem(sys.modules, OWN_MODULE, made)
    yield made


def found_in(module: ModuleType, source: str) -> list[str]:
    exec(source, vars(module))
    return [name for name, _, _ in entries(module, "find_best_move", as_method=True)]


@pytest.mark.parametrize("source", WRAPPERS.values(), ids=WRAPPERS)
def test_a_function_that_uses_the_class_is_the_entry(module: ModuleType, source: str) -> None:
    assert found_in(module, SOLVER + source) == ["find_best_move"]


@pytest.mark.parametrize("source", STRANGERS.values(), ids=STRANGERS)
def test_a_function_beside_a_class_that_it_does_not_use_is_one_of_two(
    module: ModuleType, source: str
) -> None:
    assert found_in(module, SOLVER + source) == ["find_best_move", "Solver.find_best_move"]


def test_two_classes_stay_two_entries(module: ModuleType) -> None:
    both = SOLVER + SOLVER.replace("Solver", "Other")
    assert found_in(module, both) == ["Solver.find_best_move", "Other.find_best_move"]


def test_a_function_that_uses_a_base_of_the_class_is_not_taken_for_its_wrapper(
    module: ModuleType,
) -> None:
    source = "class Base: pass\n" + SOLVER.replace("Solver", "Solver(Base)")
    source += "def find_best_move(board):\n    return Base()\n"
    assert len(found_in(module, source)) == 2


def test_names_that_raise_when_they_are_looked_into_harm_nobody(module: ModuleType) -> None:
    source = (
        "class Trap:\n    def __getattr__(self, name):\n        raise SystemExit\n"
        "trap = Trap()\ndef find_best_move(board):\n    return trap or Solver(board)\n"
    )
    assert found_in(module, SOLVER + source) == ["find_best_move"]


def test_the_wrapper_is_what_the_sandbox_calls() -> None:
    source = SOLVER + "def find_best_move(board):\n    return Solver(board).find_best_move() + 1\n"
    wanted = Request("find_best_move", (BoardArgument("0032"),), as_method=True)
    handed_in = Submission(Path("mine.py"), "mine.py", source.encode())
    outcome = ask(handed_in, wanted, 5.0, Settings(choose_isolation("auto")))
    assert (outcome.event, outcome.value) == (Event.REPLIED, 4)

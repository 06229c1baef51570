"""What a file and its objects have to offer, told without running any of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from graders.runners.python.answer import OWN_MODULE
from graders.runners.python.members import MOST_MEMBERS, handed, members_of, members_of_file

SOURCE = """
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import Enum
from functools import wraps
from typing import NamedTuple

def loud(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper

class Base:
    shared = []
    def inherited(self, one): ...

class Game(Base):
    def __init__(self, rows=6, *players, cols, k=4, **more):
        self.rows = rows
        self.hook = lambda one, two=2: None
        self._hidden = 1
    def play(self, column, player=None): ...
    @loud
    def wrapped(self, column): ...
    @staticmethod
    def alone(column): ...
    @classmethod
    def made(cls, text): ...
    @property
    def winner(self): raise SystemExit("a property was run")
    def _private(self): ...

@dataclass
class Player:
    name: str
    colour: str = "red"
    discs: list = field(default_factory=list)

class Slotted:
    __slots__ = ("x", "_y")
    def __init__(self): self.x = 1

class Pair(NamedTuple):
    row: int
    col: int = 0

class Colour(Enum):
    RED = 1

class Evil:
    def __getattribute__(self, name): raise KeyboardInterrupt
    def play(self, column): ...

def solution(rows, /, cols, *, k=4): ...
alias = len
_own = lambda: None
"""

ABSTRACT = """
from abc import ABC, abstractmethod
from typing import Protocol

class Anyone(ABC):
    @abstractmethod
    def move(self): ...
class Zoe(Anyone):
    def move(self): return 0
class Shy(Anyone): pass
class Ann(Shy):
    def __init__(self, name): pass
    def move(self): return 1
class Known(Protocol):
    name: str
"""


@pytest.fixture(name="file")
def loaded(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType(OWN_MODULE)
    monkeypatch.setitem(sys.modules, OWN_MODULE, module)
    exec(SOURCE, vars(module))
    return module


def offered(thing: Any) -> dict[str, tuple[str, list[str]]]:
    return {name: (kind, parameters) for name, kind, parameters in members_of(thing)}


def test_a_file_offers_what_it_defines_itself(file: ModuleType) -> None:
    found = {name: (kind, parameters) for name, kind, parameters in members_of_file(file)}
    assert found == {
        "Base": ("class", []),
        "Colour": found["Colour"],
        "Evil": ("class", []),
        "Game": ("class", ["rows=", "*players", "cols", "k=", "**more"]),
        "Pair": ("class", ["row", "col="]),
        "Player": ("class", ["name", "colour=", "discs="]),
        "Slotted": ("class", []),
        "loud": ("function", ["function"]),
        "solution": ("function", ["rows", "cols", "*", "k="]),
    }
    assert found["Colour"][0] == "class"


def test_an_abstract_class_is_told_with_those_that_derive_from_it() -> None:
    module = ModuleType(OWN_MODULE)
    exec(ABSTRACT, vars(module))
    assert members_of_file(module) == [
        ["Ann", "class", ["name"]],
        ["Anyone", "abstract", ["Zoe", "Ann"]],
        ["Known", "abstract", []],
        ["Shy", "abstract", ["Ann"]],
        ["Zoe", "class", []],
    ]


def test_an_object_offers_its_methods_and_values_and_no_property_is_run(file: ModuleType) -> None:
    assert offered(file.Game(cols=7)) == {
        "alone": ("method", ["column"]),
        "hook": ("method", ["one", "two="]),
        "inherited": ("method", ["one"]),
        "made": ("method", ["text"]),
        "play": ("method", ["column", "player="]),
        "rows": ("value", []),
        "shared": ("value", []),
        "winner": ("value", []),
        "wrapped": ("method", ["column"]),
    }


def test_slots_are_values(file: ModuleType) -> None:
    assert offered(file.Slotted()) == {"x": ("value", [])}


def test_an_object_that_refuses_to_be_asked_still_offers_what_its_class_has(
    file: ModuleType,
) -> None:
    assert offered(file.Evil()) == {"play": ("method", ["column"])}


def test_it_is_a_bounded_list() -> None:
    module = ModuleType(OWN_MODULE)
    exec(
        "class Many: pass\nfor n in range(2000): setattr(Many, f'm{n}', lambda self: 0)\n",
        vars(module),
    )
    assert len(members_of(module.Many())) == MOST_MEMBERS


class Mover:
    def __init__(self, name: str, *, colour: str = "red") -> None:
        self.made = (name, colour)

    def move(self, *, player: str, column: int) -> tuple[str, int]:
        return player, column


@dataclass(kw_only=True)
class Named:
    name: str
    colour: str


def test_arguments_that_can_be_given_by_name_alone_are_given_by_name() -> None:
    assert handed(Mover, ["Ann"]).made == ("Ann", "red")
    assert handed(Mover, ["Ann", "blue"]).made == ("Ann", "blue")
    assert handed(Mover("Ann").move, ["Ann", 3]) == ("Ann", 3)
    assert handed(Named, ["Ann", "red"]) == Named(name="Ann", colour="red")
    assert handed(max, [1, 2]) == 2


def test_too_many_arguments_are_refused_as_python_refuses_them() -> None:
    with pytest.raises(TypeError, match="positional"):
        handed(Mover("Ann").move, ["Ann", 3, 4])

"""A class as entry point: who gets the arguments, the constructor or the method."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import pytest

from graders.runners.python.entries import called


class Constructed:
    def __init__(self, rows: int, cols: int) -> None:
        self.given = (rows, cols)

    def solve(self) -> object:
        return self.given


class Told:
    def solve(self, rows: int, cols: int) -> object:
        return (rows, cols)


class ToldAndTuned(Told):
    def __init__(self, depth: int = 9) -> None:
        self.depth = depth

    def solve(self, rows: int, cols: int) -> object:
        return super().solve(rows, cols) if self.depth == 9 else self.depth


class Both(Constructed):
    def solve(self, rows: int, cols: int) -> object:  # type: ignore[override]
        return self.given if self.given == (rows, cols) else None


class Inherits(Told):
    pass


class Tunable(Constructed):
    def solve(self, depth: int = 9) -> object:
        return self.given if depth == 9 else depth


class Static:
    @staticmethod
    def solve(rows: int, cols: int) -> object:
        return (rows, cols)


class OfTheClass:
    @classmethod
    def solve(cls, rows: int, cols: int) -> object:
        return (rows, cols) if cls is OfTheClass else cls


class Remembered:
    @functools.lru_cache  # noqa: B019  # as candidates write it
    def solve(self, rows: int, cols: int) -> object:
        return (rows, cols)


@dataclass
class Data:
    depth: int = 9

    def solve(self, rows: int, cols: int) -> object:
        return (rows, cols) if self.depth == 9 else self.depth


class MadeElsewhere:
    given: object

    def __new__(cls, rows: int, cols: int) -> MadeElsewhere:
        made = super().__new__(cls)
        made.given = (rows, cols)
        return made

    def solve(self) -> object:
        return self.given


FORMS = (
    Constructed, Told, ToldAndTuned, Both, Inherits, Tunable, Static, OfTheClass, Remembered, Data,
    MadeElsewhere,
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_what_must_be_given_gets_the_arguments(form: type) -> None:
    assert called(form, "solve", [6, 7]) == (6, 7)


def test_a_constructor_that_wants_more_is_the_candidates_own_error() -> None:
    class WantsMore:
        def __init__(self, rows: int, cols: int, depth: int) -> None:
            self.depth = depth

        def solve(self) -> int:
            return self.depth

    with pytest.raises(TypeError, match="depth"):
        called(WantsMore, "solve", [6, 7])

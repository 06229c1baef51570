"""Those who must not play what a mistake predicts: right programs, our solutions, and guessers."""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

import solutions
from graders.katas.best_move.guessers import guessers
from graders.lab.verifying.declared import SPECIMENS
from graders.lab.verifying.specimens import specimens_folder
from kata.board import Board, Player
from tests.mistaken.search import DEEPENING, FLAT, ORDERS, Search, Shape, read

ROOT = Path(solutions.__file__).parent
SEEDS = range(5)

Column = Callable[[str, str], int | None]
"""What plays a column, given the moves and the letter of who moved first."""


class Program(NamedTuple):
    """Name a program of the panel, and what it is."""

    kind: str
    name: str
    column: Column
    faults: tuple[str, ...] = ()
    flat: bool = False


def panel() -> Iterator[Program]:
    """Yield everybody."""
    yield from right_programs()
    yield from declared("reference", ROOT)
    yield from declared("specimen", specimens_folder(SPECIMENS))
    yield from those_that_guess()


@functools.cache
def right_programs() -> tuple[Program, ...]:
    """Return right searches of one to nine plies, and those that deepen."""
    found = (
        Shape(depth, depth == DEEPENING, order, score=score, estimates=estimates, stops=stops)
        for depth in (*range(1, 10), DEEPENING)
        for order in ORDERS
        for score in ("ply", "depth", FLAT)
        for estimates in (False, True)
        for stops in ((True, False) if depth == DEEPENING else (True,))
    )
    return tuple(
        Program("right", str(tuple(shape)), searching(shape), flat=shape.score == FLAT)
        for shape in found
    )


def searching(shape: Shape, mistake: str = "") -> Column:
    """Return what a search in one shape plays."""

    def column(moves: str, first: str) -> int | None:
        own, other, side = read(moves, 0 if first == "R" else 1)
        return Search(shape, mistake).column(own, other, side)

    return column


@functools.cache
def declared(kind: str, folder: Path) -> tuple[Program, ...]:
    """Return the solutions of a folder, in Python, that play a column."""
    entries = yaml.safe_load((folder / "expected.yaml").read_text(encoding="utf-8"))
    return tuple(
        Program(kind, file, column, tuple(entry.get("faults", ())))
        for file, entry in entries.items()
        if file.endswith(".py") and (column := loaded(folder / file)) is not None
    )


def loaded(file: Path) -> Column | None:
    """Return what a file plays, None for one that plays no columns."""
    spec = importlib.util.spec_from_file_location(f"panel.{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    if not hasattr(module, "find_best_move"):
        return None

    def column(moves: str, first: str) -> int | None:
        try:
            answer = module.find_best_move(Board.from_moves(moves, Player(first)))
        except Exception:
            return None
        return answer if type(answer) is int else None

    return column


@functools.cache
def those_that_guess() -> tuple[Program, ...]:
    """Return the guessers, those that are random with several seeds; strong ones hardly vary."""

    def column(guesser: object, seed: int) -> Column:
        return lambda moves, first: guesser.column(Board.from_moves(moves, Player(first)), seed)  # type: ignore[attr-defined]

    return tuple(
        Program("guesser", f"{guesser.name} {seed}", column(guesser, seed))
        for guesser in guessers()
        for seed in (SEEDS if guesser.is_random and not guesser.strong else (0,))
    )

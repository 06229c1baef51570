"""Read which guessers there are, and ask them: programs whose answers no suite must pay for."""

from __future__ import annotations

import functools
import importlib.util
import inspect
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Literal, cast

import msgspec

import solutions
from graders.katas.best_move.task import FUNCTION, BestMoveTask
from kata.board import Board

FOLDER = Path(solutions.__file__).parent / "guessers"
DECLARED = FOLDER / "expected.yaml"

Value = str | int
Plays = Callable[..., int]


class Guesser(msgspec.Struct, frozen=True):
    """One guesser: a submission, how it is called, and what it may claim to know.

    `sight` counts the plies that it proves; `seed` names the keyword that decides what is random
    about it, None where nothing is; `blind` tells that it never looks at the board. A `strong` one
    no choice of positions defeats; the `held_out` half of them chooses none.
    """

    file: Path
    why: str
    overrides: tuple[tuple[str, Value], ...] = ()
    sight: int = 0
    seed: str | None = None
    blind: bool = False
    strong: bool = False
    held_out: bool = False

    @property
    def name(self) -> str:
        """Return the file and how it is called, in one line.

        >>> Guesser(Path("shallow.py"), "", (("depth", 4), ("order", "left"))).name
        'shallow.py depth=4 order=left'
        """
        return " ".join([self.file.name, *(f"{name}={value}" for name, value in self.overrides)])

    @property
    def is_random(self) -> bool:
        return self.seed is not None

    def column(self, board: Board, seed: int = 0) -> int:
        """Return what it plays, in this process and whatever time it takes."""
        named: dict[str, Value] = dict(self.overrides)
        if self.seed is not None:
            named[self.seed] = seed
        return _loaded(self.file)(board, **named)

    def finds(self, task: BestMoveTask, seed: int = 0) -> bool:
        return self.column(task.board(), seed) in task.accept

    def earns(self, task: BestMoveTask) -> bool:
        """Tell whether a case is no guess for it: a mate within its sight.

        >>> Guesser(Path("shallow.py"), "", sight=4).earns(BestMoveTask("", (3,), mate_in=5))
        False
        """
        return task.mate_in is not None and task.mate_in <= self.sight

    def source(self) -> str:
        named = inspect.signature(_loaded(self.file)).parameters.values()
        given = dict(self.overrides)
        defaults = tuple(
            given.get(each.name, each.default)
            for each in named
            if each.default is not inspect.Parameter.empty
        )
        return (
            f"{self.file.read_text(encoding='utf-8')}\n\n{FUNCTION}.__defaults__ = {defaults!r}\n"
        )


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    file: str
    why: str
    overrides: dict[str, Value | list[Value]] = {}
    sight: int | Literal["depth"] = 0
    seed: str | None = None
    blind: bool = False
    strong: bool = False
    held_out: bool = False


@functools.cache
def guessers() -> tuple[Guesser, ...]:
    """Return every guesser that is declared, each in every way that it is called."""
    entries = msgspec.yaml.decode(DECLARED.read_bytes(), type=list[_Entry])
    return tuple(guesser for entry in entries for guesser in _each_way(entry))


def _each_way(entry: _Entry) -> list[Guesser]:
    lists = [value if isinstance(value, list) else [value] for value in entry.overrides.values()]
    file = (FOLDER / entry.file).resolve()
    return [
        Guesser(
            file,
            entry.why,
            tuple(given.items()),
            int(given["depth"]) if entry.sight == "depth" else entry.sight,
            entry.seed,
            entry.blind,
            entry.strong,
            entry.held_out,
        )
        for values in itertools.product(*lists)
        for given in (dict(zip(entry.overrides, values, strict=True)),)
    ]


@functools.cache
def _loaded(file: Path) -> Plays:
    spec = importlib.util.spec_from_file_location(f"guessers.{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("Plays", getattr(module, FUNCTION))

"""Hold what is asked of a submission: which function, with which arguments."""

from __future__ import annotations

from dataclasses import dataclass

from graders.model.ending import Ending
from graders.model.outcome import Garbled, Raised


@dataclass(frozen=True)
class BoardArgument:
    """Stand for a `kata.board.Board`, which the runner builds beside the submission."""

    moves: str
    first: str = "R"


@dataclass(frozen=True)
class Request:
    """Hold one call of a submission.

    `function` is looked up at module level; with `as_method` it may instead be a method of a
    class that is constructed with the arguments, and is then called without any. `arguments`
    holds `BoardArgument`s and what JSON can carry, with tuples kept as tuples. `expects` says in
    words what a submission has to define.
    """

    function: str
    arguments: tuple[object, ...]
    as_method: bool = False
    expects: str = ""


@dataclass(frozen=True)
class Survey:
    """Hold what a file binds at module level, read without running any of it.

    `functions` are those written as such, `others` names that only may be callable: imported
    ones, results of calls. `methods` maps each class to its methods. `problem` is why the file
    could not be read, such as a syntax error with its place.
    """

    functions: tuple[str, ...] = ()
    methods: tuple[tuple[str, tuple[str, ...]], ...] = ()
    problem: Raised | Ending | Garbled | None = None
    others: tuple[str, ...] = ()

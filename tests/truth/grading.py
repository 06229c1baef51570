"""Grade a program by the grader's own loop, with all that it says of it, but without a sandbox."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import msgspec

from graders.channel.budget import Budget, Settings
from graders.channel.sandbox_pool import SandboxPool
from graders.grading import grade, probing
from graders.katas import kata_named
from graders.model.limits import Limits
from graders.model.outcome import Outcome
from graders.model.request import BoardArgument, Request
from graders.model.scorecard import Scorecard
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation
from tests.shipped import shipped
from tests.truth.answering import Asker
from tests.truth.recipes import SOUND, Recipe, Truth, truth_of
from tests.truth.writing import in_python
from tests.truth.writing_javascript import in_javascript

KATA = kata_named("best_move")


class Graded(msgspec.Struct, frozen=True):
    """Hold a program, what is true of it, and what the grader says of it.

    One that was written by hand has a name in the place of a recipe.
    """

    recipe: Recipe | str
    truth: Truth
    source: str
    card: Scorecard


class NoPool(nullcontext[None]):
    """Start nothing, and have a budget."""

    def __init__(self) -> None:
        super().__init__()
        self.budget = Budget(Limits())


def source_of(recipe: Recipe) -> str:
    """Return the program that a recipe makes."""
    return in_python(recipe) if recipe.language == "python" else in_javascript(recipe)


@cache
def cases() -> tuple[Case, ...]:
    """Return the cases that a plain `kata grade` runs."""
    return tuple(case for suite in shipped(KATA.name) for case in suite.cases)


def graded(recipe: Recipe, speed: float) -> Graded:
    """Return the program of a recipe with all that is said of it, probes included."""
    source = source_of(recipe)
    is_in_python = recipe.language == "python"
    name = Path("solution.py" if is_in_python else "solution.mjs")
    submission = Submission(name, name.name, source.encode())
    with Asker(source, speed, in_python=is_in_python) as asker, ExitStack() as stack:

        def ask(
            _: Submission, request: Request, cap_s: float, *_rest: Any, **_more: Any
        ) -> Outcome:
            board = request.arguments[0]
            assert isinstance(board, BoardArgument)
            return asker.ask(board, cap_s)

        for module in (grade, probing):
            stack.enter_context(patch.object(module, "ask", ask))
        card = grade.grade(
            *(submission, KATA, cases(), Settings(Isolation.PLAIN)),
            rules=grade.Rules(rerun=False, explain=False),
            pool=cast(SandboxPool, NoPool()),
        )
    for result in card.results:
        assert result.verdict is not Verdict.GRADER_ERROR, f"{recipe}: {result.message}"
    return Graded(recipe, truth_of(recipe), source, card)


def all_graded(recipes: Sequence[Recipe], speed: float) -> Iterator[Graded]:
    """Return the programs of all recipes, graded side by side on the cores of this process."""
    cores = len(os.sched_getaffinity(0))
    if cores == 1:
        yield from map(partial(_graded_at, speed=speed), recipes)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(cores, mp_context=context) as pool:
        yield from pool.map(partial(_graded_at, speed=speed), recipes)


def _graded_at(recipe: Recipe, speed: float) -> Graded:
    """Let the sound ones have the time that deepening takes to see a mate in 7."""
    return graded(recipe, min(speed, 2.0) if recipe in SOUND and recipe.deepens else speed)

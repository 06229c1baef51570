"""Whatever changes what a reference does, one case of the shipped suites at least is missed for."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from graders.katas import kata_named
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.prove import reference
from graders.katas.driven.task import ScriptTask
from graders.lab.verifying.declared import SOLUTIONS
from tests.katas.driven.here import cases, changed
from tests.katas.driven.mutants import caught, games, misses, mutants
from tests.tiers import sampled

SUITES = {"connect4": ("published", "rules"), "game_design": ("game", "parts", "further")}
MANY = 300
"""How many random games say whether a mutant does anything else than the reference."""
QUICK = 10


@cache
def suite(name: str) -> tuple[ScriptTask, ...]:
    tasks = [case.task for case in cases(name, *SUITES[name])]
    return tuple(task for task in tasks if isinstance(task, ScriptTask))


def kata_of(name: str) -> DrivenKata:
    kata = kata_named(name)
    assert isinstance(kata, DrivenKata)
    return kata


@pytest.mark.parametrize("name", SUITES)
def test_the_reference_plays_every_random_game_as_it_must(name: str) -> None:
    tasks = games(name, 20)
    assert not any(misses(kata_of(name), reference(name), task) for task in tasks)
    assert len({step.word for task in tasks for step in task.steps}) >= 3


@pytest.mark.parametrize("name", SUITES)
@pytest.mark.parametrize(
    "share",
    sampled(
        [pytest.param(QUICK, id="some"), pytest.param(None, id="all")], lambda share: share == QUICK
    ),
)
def test_no_mutant_survives_that_does_anything_else(name: str, share: int | None) -> None:
    """Those that no suite misses do in many random games, legal moves and others, as they must."""
    some = mutants(name, share)
    assert len(some) >= (50 if share is None else share - 1), "two of a share may be the same"
    alive = [each for each in some if not caught(kata_of(name), each[1], suite(name))]
    wanted = 0.8 if share is None else 0.5
    assert len(alive) <= (1 - wanted) * len(some), "too many do nothing else: these are no mutants"
    few = MANY if share is None else 30
    survive = [what for what, tree in alive if caught(kata_of(name), tree, games(name, few))]
    assert not survive, "\n".join(survive)


@pytest.mark.parametrize("name", SUITES)
def test_the_reference_itself_is_not_caught(name: str) -> None:
    source = (SOLUTIONS / f"{name}.py").read_text(encoding="utf-8")
    assert not caught(kata_of(name), ast.parse(source), suite(name))


def test_a_mutant_that_never_ends_is_caught() -> None:
    source = (SOLUTIONS / "connect4.py").read_text(encoding="utf-8")
    endless = changed(source, ("row, col = row + down, col + right", "pass"))
    assert caught(kata_of("connect4"), ast.parse(endless), suite("connect4"))

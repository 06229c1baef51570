"""Nothing false is said of ordinary programs; `python -m tests.truth` has the count for many."""

from __future__ import annotations

import ast
import random
from collections.abc import Sequence
from itertools import islice

import click
import pytest
from msgspec.structs import replace

from graders.katas.best_move.source import Code
from graders.model.scorecard import Finding, Probed
from tests.node import NODE
from tests.truth.grading import KATA, Graded, all_graded, graded, source_of
from tests.truth.judging import LINES, NEXT, Count, counts, recalls, sentences, table
from tests.truth.recipes import MISTAKES, Recipe, drawn, pairs_of, recipe_of, recipes, truth_of

SPEED = 16.0
STEPS = ("search", "window", "depths", "table")
"""The features of which it is told that they are missing."""


FEW = (
    "form=wrapper,order=shuffled,window=full,depth=deepening,clock=depth,"
    "table=depth_in_key,evaluation=threes,mistake=undo_twice,names=3",
    "form=wrapper,depth=3,board=copy,names=3",
    "form=class,order=sorted,sides=max_min,window=handed_on,score=plain,depth=1,"
    "table=flags,evaluation=centre,mistake=one_colour,names=3",
    "language=javascript,form=class,order=shuffled,window=full,depth=1,"
    "mistake=undo_after_cut,names=2",
    "order=shuffled,sides=max_min,score=plain,depth=2,evaluation=centre,mistake=sign,names=2",
    "form=class,sides=max_min,window=full,depth=deepening,clock=depth,board=copy,"
    "mistake=window_shared,names=2",
    "language=javascript,form=class,sides=max_min,depth=deepening,clock=node,"
    "mistake=counted_from_one",
    "sides=max_min,window=full,depth=3,evaluation=threes,mistake=printed",
    "form=wrapper,order=shuffled,sides=max_min,window=handed_on,depth=1,table=flags,"
    "mistake=own_wins_only",
    "form=wrapper,window=full,depth=2,board=copy,evaluation=threes,names=2",
    "form=class,order=sorted,window=full,score=plain,depth=deepening,clock=node,"
    "board=copy,evaluation=threes,mistake=draw_before_win,names=3",
    "board=copy,playouts=random",
    "form=class,order=sorted,window=handed_on,score=plain,board=copy,evaluation=threes",
    "window=full,depth=5,names=2",
    "form=wrapper,playouts=own_generator,names=2",
    "order=shuffled,window=handed_on,depth=deepening,clock=node,table=depth_ignored,names=1",
    "form=class,order=sorted,window=handed_on,score=plain,depth=deepening,"
    "clock=depth,table=depth_in_key,board=deepcopy,evaluation=centre,names=2",
    "order=shuffled,sides=max_min,window=full,depth=deepening,mistake=depth_before_win,names=1",
    "form=wrapper,order=centre,sides=max_min,window=handed_on,depth=6,names=3",
)
"""Programs of which together nearly every kind of sentence is said, chosen for costing little."""
PARTS = 3
"""In so many parts the programs of the second tier are graded, side by side."""


def what_is_said(programs: Sequence[Graded]) -> list[Count]:
    """Return what is said of the programs, once it has been seen to be true and not too little."""
    found, recalled = counts(programs), recalls(programs)
    click.echo(table(found, recalled))
    assert [each.false for each in found if each.false] == []
    assert 2 * sum(each.named for each in recalled) >= sum(each.could for each in recalled) > 0
    return found


def runs(recipe: Recipe) -> bool:
    return bool(NODE) or recipe.language == "python"


def test_nothing_false_is_said_and_not_too_little() -> None:
    found = what_is_said([graded(r, 2 * SPEED) for r in map(recipe_of, FEW) if runs(r)])
    assert len(found) >= 50


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_false_is_said_of_a_hundred_others(part: int) -> None:
    wanted = [r for r in recipes(100)[part::PARTS] if runs(r)]
    what_is_said(list(all_graded(wanted, SPEED)))


@pytest.mark.parametrize("count", [60, pytest.param(200, marks=pytest.mark.thorough)])
def test_no_source_is_read_to_have_or_lack_what_it_does_not(count: int) -> None:
    wrong = []
    for recipe in recipes(count):
        if recipe.language == "python":
            code, truth = KATA.read_code(ast.parse(source_of(recipe))), truth_of(recipe)
            assert isinstance(code, Code)
            outside = {"clock"} if code.clock_in_search is not None else set()
            has = {name for name in LINES if getattr(code, name) is not None} - outside
            lacks = {name for name in STEPS if code.lacks(name)}
            wrong += [(str(recipe), name) for name in has - truth.features]
            wrong += [(str(recipe), name) for name in lacks & truth.features]
    assert wrong == []


@pytest.mark.thorough
def test_every_two_values_of_two_axes_meet_in_one_of_five_hundred_programs() -> None:
    possible = set().union(*map(pairs_of, islice(drawn(random.Random(1)), 10_000)))
    assert possible <= set().union(*map(pairs_of, recipes(500)))


def test_a_recipe_is_read_back_as_it_is_written() -> None:
    assert all(recipe_of(str(recipe)) == recipe for recipe in recipes(200))


def test_every_advice_that_goes_by_a_condition_is_held_against_the_truth() -> None:
    conditions = {entry.id for entry in KATA.advice().entries if entry.when}
    named = set(MISTAKES.values()) | set().union(*(truth_of(r).mistakes for r in recipes(200)))
    assert conditions - NEXT.keys() - named == set()


@pytest.fixture(scope="module")
def alpha_beta() -> Graded:
    return graded(Recipe(window="full", depth="3"), SPEED)


PROBE = Probed("sign", "0", "RED", (3,), 3, 3)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"rung": "naive"}, "rung naive"),
        ({"evidence": "It sees every mate up to 5."}, "evidence"),
        ({"faults": ("sign",)}, "mistake sign"),
        ({"topic": "shallow_without_window"}, "next shallow_without_window"),
        ({"topic": "of no table"}, "next of no table"),
        ({"findings": (Finding("source", "table", "a table", 1),)}, "source table"),
        ({"findings": (Finding("source", "window", "a window", 1),)}, "source window"),
        ({"findings": (Finding("answers", "sight", "misses one in 3"),)}, "answers sight"),
        ({"findings": (Finding("probes", "sign", "", probes=(PROBE,)),)}, "probes sign"),
    ],
)
def test_a_false_sentence_is_found(
    alpha_beta: Graded, changes: dict[str, object], kind: str
) -> None:
    assessment = alpha_beta.card.assessment
    assert assessment is not None
    said = replace(assessment, **{"rung": "", "faults": (), "findings": (), "topic": ""} | changes)
    card = replace(alpha_beta.card, assessment=said)
    assert kind in [s.kind for s in sentences(replace(alpha_beta, card=card)) if s.why_false]

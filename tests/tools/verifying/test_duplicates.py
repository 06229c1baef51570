"""No position stands in the suites twice, in whatever clothes."""

from __future__ import annotations

from dataclasses import replace

from graders.katas import kata_named
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case
from graders.suites import shipped
from graders.tools.verifying.duplicates import duplicates_part


def shipped_cases() -> list[Case]:
    return [case for suite in shipped("best_move", stretch=True) for case in suite.cases]


def test_the_shipped_suites_hold_no_position_twice() -> None:
    assert duplicates_part(shipped_cases()).problems == ()


def test_every_variant_of_a_case_counts_as_the_case_again() -> None:
    kata = kata_named("best_move")
    for case in shipped_cases()[:6]:
        for variant in kata.variants(case.task):
            twin = Case("bank/twin", 1, 2.0, variant.task)
            assert duplicates_part([case, twin]).problems == (
                f"{case.id}, bank/twin are one position",
            )


def test_two_orders_of_the_same_moves_are_one_position() -> None:
    task = BestMoveTask("001122", accept=(3,), mate_in=1)
    other = replace(task, moves="021021")
    problems = duplicates_part([Case("a/1", 1, 2.0, task), Case("a/2", 1, 2.0, other)]).problems
    assert problems == ()  # other colours lie on other cells
    same = replace(task, moves="110022")
    problems = duplicates_part([Case("a/1", 1, 2.0, task), Case("a/2", 1, 2.0, same)]).problems
    assert problems == ("a/1, a/2 are one position",)

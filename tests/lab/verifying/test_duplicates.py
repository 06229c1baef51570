"""No position stands in the suites twice, not even mirrored or with the colours exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graders.katas import kata_named
from graders.katas.best_move.task import BestMoveTask
from graders.lab.verifying.answer_keys import duplicates_part
from graders.model.suite import Case, members_of
from graders.suites import by_name
from tests.shipped import shipped


def shipped_cases() -> list[Case]:
    suites = shipped("best_move", stretch=True)
    return [case for suite in suites for case in members_of(suite.cases)]


def problems(cases: Sequence[Case]) -> tuple[str, ...]:
    part = duplicates_part([replace(by_name("phase2"), cases=tuple(cases))])
    assert part is not None
    return part.problems


def test_the_shipped_suites_hold_no_position_twice() -> None:
    assert problems(shipped_cases()) == ()


def test_every_variant_of_a_case_counts_as_the_case_again() -> None:
    kata = kata_named("best_move")
    for case in shipped_cases()[:6]:
        for variant in kata.variants(case.task):
            twin = Case("bank/twin", 1, 2.0, variant.task)
            assert problems([case, twin]) == (f"{case.id}, bank/twin are one position",)


def test_two_orders_of_the_same_moves_are_one_position() -> None:
    case = Case("a/1", 1, 2.0, BestMoveTask("001122", accept=(3,), mate_in=1))
    other = Case("a/2", 1, 2.0, BestMoveTask("021021", accept=(3,), mate_in=1))
    assert problems([case, other]) == ()  # other colours lie on other cells
    same = Case("a/2", 1, 2.0, BestMoveTask("110022", accept=(3,), mate_in=1))
    assert problems([case, same]) == ("a/1, a/2 are one position",)


def test_there_is_no_such_part_where_no_kata_tells_its_cases_apart() -> None:
    assert duplicates_part(shipped("operations")) is None

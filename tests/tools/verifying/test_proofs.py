"""A key that is wrong, in any field, is caught by exact search."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case
from graders.suites import shipped
from graders.tools.verifying.proofs import proofs_part, prove


def task_of(case_id: str) -> BestMoveTask:
    for suite in shipped("best_move", stretch=True):
        for case in suite.cases:
            if case.id == case_id:
                assert isinstance(case.task, BestMoveTask)
                return case.task
    raise LookupError(case_id)


def test_a_true_key_holds() -> None:
    proof = prove("phase3/mate-in-9", task_of("phase3/mate-in-9"))
    assert (proof.right, proof.distance, proof.problems) == ((6,), 9, ())


def test_a_column_too_many_is_caught() -> None:
    task = replace(task_of("phase3/mate-in-9"), accept=(3, 6))
    assert prove("x/y", task).problems == ("accept is [3, 6], proved is [6]",)


def test_another_column_is_caught() -> None:
    task = replace(task_of("phase3/mate-in-7"), accept=(3,))
    assert prove("x/y", task).problems == ("accept is [3], proved is [1]",)


@pytest.mark.parametrize("distance", [7, 11])
def test_another_distance_is_caught(distance: int) -> None:
    task = replace(task_of("phase3/mate-in-9"), mate_in=distance)
    assert prove("x/y", task).problems == (f"mate_in is {distance}, proved is 9",)


def test_a_position_that_is_not_won_is_caught() -> None:
    drawn = replace(task_of("phase4/only-draw-1"), goal="win", mate_in=9)
    assert "the side to move does not win" in prove("x/y", drawn).problems


def test_a_loud_position_called_quiet_is_caught() -> None:
    loud = BestMoveTask("25133160211133", accept=(2,), mate_in=3, quiet=True)
    assert all("not quiet: column" in problem for problem in prove("x/y", loud).problems)
    assert prove("x/y", loud).problems
    assert prove("x/y", replace(loud, quiet=False)).problems == ()


def test_a_block_where_one_could_win_is_caught() -> None:
    task = replace(task_of("phase2/win-at-once"), goal="block", mate_in=None)
    assert prove("x/y", task).problems[0] == (
        "the side to move wins at once, so nothing has to be blocked"
    )


def test_a_key_that_takes_too_long_is_not_called_proved() -> None:
    empty = BestMoveTask("", accept=(3,))
    proof = prove("x/y", empty, budget_s=0.05)
    assert proof.problems == ("not proved within 0.05 s",)


def test_the_part_names_the_case_that_does_not_hold() -> None:
    wrong = replace(task_of("phase3/mate-in-3"), accept=(4,))
    part = proofs_part([Case("phase3/mate-in-3", 1, 2.0, wrong)])
    assert not part.holds
    assert part.problems == ("phase3/mate-in-3: accept is [4], proved is [5]",)

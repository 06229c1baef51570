"""A key that is wrong, in any field, is caught by exact search."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graders.katas.best_move import BestMoveTask
from graders.suites import Case, shipped
from graders.verifying.proofs import proofs_part, prove


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
    task = BestMoveTask(moves="0011223", first="R", accept=(3,), mate_in=3, goal="win", quiet=False)
    drawn_out = replace(task, moves="00112233445566001122334455660011223344")
    assert "the side to move does not win" in prove("x/y", drawn_out).problems


def test_a_loud_position_called_quiet_is_caught() -> None:
    # YELLOW threatens column 3 at once, so all of RED's moves but one lose in two plies.
    task = replace(task_of("phase2/block-at-once"), goal="block")
    assert prove("x/y", task).problems == ()
    loud = BestMoveTask("3342415", "R", (2,), 3, "win", quiet=True)
    problems = prove("x/y", loud).problems
    assert problems


def test_a_block_where_one_could_win_is_caught() -> None:
    task = replace(task_of("phase2/win-at-once"), goal="block", mate_in=None)
    assert prove("x/y", task).problems[0] == (
        "the side to move wins at once, so nothing has to be blocked"
    )


def test_a_key_that_takes_too_long_is_not_called_proved() -> None:
    empty = BestMoveTask("", "R", (3,), None, "win", quiet=False)
    proof = prove("x/y", empty, budget_s=0.05)
    assert proof.problems == ("not proved within 0.05 s",)


def test_the_part_names_the_case_that_does_not_hold() -> None:
    wrong = replace(task_of("phase3/mate-in-3"), accept=(4,))
    part = proofs_part([Case("phase3/mate-in-3", 1, 2.0, wrong)])
    assert not part.holds
    assert part.problems == ("phase3/mate-in-3: accept is [4], proved is [5]",)

"""A key that is wrong, in any field, is caught by exact search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.katas.best_move.prove import TABLE, line_faults, prove, settle, winning_line
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import members_of
from graders.suites import load_suite
from solutions.prover import Position, Prover
from tests.shipped import shipped


def task_of(case_id: str) -> BestMoveTask:
    for suite in shipped("best_move", stretch=True):
        for case in members_of(suite.cases):
            if case.id == case_id:
                assert isinstance(case.task, BestMoveTask)
                return case.task
    raise LookupError(case_id)


@pytest.mark.thorough
def test_a_true_key_holds() -> None:
    proof = settle(task_of("phase3/mate-in-9#1"))
    assert (proof.right, proof.distance, proof.problems) == ((6,), 9, ())


def test_a_proof_tells_what_was_found_in_the_columns_of_its_table() -> None:
    proof = prove(task_of("phase3/mate-in-3#1"))
    assert dict(zip(TABLE.columns, proof.cells, strict=True)) == {
        "goal": "win",
        "right columns": "5",
        "mate in": "3",
        "nodes": f"{settle(task_of('phase3/mate-in-3#1')).nodes:,}",
    }
    assert proof.holds


def test_a_column_too_many_is_caught() -> None:
    task = replace(task_of("phase3/mate-in-7#1"), accept=(3, 5))
    assert prove(task).problems == ("accept is [3, 5], but the proof gives [5]",)


def test_another_column_is_caught() -> None:
    task = replace(task_of("phase3/mate-in-7#1"), accept=(3,))
    assert prove(task).problems == ("accept is [3], but the proof gives [5]",)


@pytest.mark.parametrize("distance", [5, 9])
def test_another_distance_is_caught(distance: int) -> None:
    task = replace(task_of("phase3/mate-in-7#1"), mate_in=distance)
    assert prove(task).problems == (f"mate_in is {distance}, but the proof gives 7",)


def test_a_position_that_is_not_won_is_caught() -> None:
    drawn = replace(task_of("phase4/only-draw-1"), goal="win", mate_in=9)
    assert "the side to move does not win" in prove(drawn).problems


def test_a_loud_position_called_quiet_is_caught() -> None:
    loud = BestMoveTask("25133160211133", accept=(2,), mate_in=3, quiet=True)
    assert all("not quiet: column" in problem for problem in prove(loud).problems)
    assert prove(loud).problems
    assert prove(replace(loud, quiet=False)).problems == ()


def test_a_block_where_one_could_win_is_caught() -> None:
    task = replace(task_of("phase2/win-at-once#1"), goal="block", mate_in=None)
    assert prove(task).problems[0] == (
        "the side to move wins at once, so nothing has to be blocked"
    )


def test_a_key_that_takes_too_long_is_not_called_proved() -> None:
    empty = BestMoveTask("", accept=(3,))
    proof = settle(empty, budget_s=0.05)
    assert proof.problems == ("not proved within 0.05 s",)


@pytest.mark.thorough
def test_a_line_of_best_play_holds() -> None:
    task = task_of("phase3/mate-in-9#1")
    assert task.line == winning_line(task)
    assert prove(task).problems == ()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ((3, 2, 4, 1, 4, 3, 3), "line has 7 plies, but the proof gives 5"),
        ((4, 2, 4, 1, 3), "line, ply 1: column 4 does not win within 5 plies"),
        ((3, 2, 0, 1, 1), "line, ply 3: column 0 does not win within 3 plies"),
        ((3, 0, 0, 0, 2), "line, ply 2: column 0 loses sooner than it has to"),
    ],
    ids=["too long", "another column", "too slow", "gives in"],
)
def test_a_line_that_leaves_best_play_is_caught(line: tuple[int, ...], problem: str) -> None:
    task = replace(task_of("phase2/quiet-win-in-5#1"), line=line)
    assert prove(task).problems == (problem,)


BANKS = Path(__file__).parent / "mining" / "banks"


def all_to_be_won() -> Iterator[BestMoveTask]:
    suites = [*shipped("best_move", stretch=True), *map(load_suite, sorted(BANKS.glob("*.yaml")))]
    for case in members_of(case for suite in suites for case in suite.cases):
        assert isinstance(case.task, BestMoveTask)
        if case.task.goal == "win":
            yield case.task


def test_every_case_that_is_shipped_or_mined_states_a_line_and_it_is_best_play() -> None:
    tasks = list(all_to_be_won())
    assert len(tasks) > 230
    for task in tasks:
        assert len(task.line) == task.mate_in, task
        position = Position.from_moves(task.moves, first=task.first)
        assert line_faults(position, task.line, task.mate_in, Prover()) == []

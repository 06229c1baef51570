"""Measuring the real solutions, to small depths."""

from __future__ import annotations

import pytest

from graders.katas.best_move.ladder.comparison import (
    ALPHA_BETA,
    NAIVE,
    SOLUTIONS,
    LadderRuns,
    measure_ladder,
)
from graders.katas.best_move.ladder.rungs import MateLadder
from graders.katas.lab import LadderPlan
from graders.model.progress import Quiet
from kata.board import Board

MATE_IN_9 = "36013401106063"


@pytest.fixture(scope="module")
def ladder() -> LadderRuns:
    plan = LadderPlan(max_depth=3, limit_s=60, repeat=1)
    return measure_ladder(Board.from_moves(MATE_IN_9), frozenset({6}), plan)


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_every_solution_is_measured_to_every_depth(ladder: LadderRuns, solution: str):
    assert [run.depth for run in ladder.runs[solution]] == [1, 2, 3]
    assert ladder.at(solution, 3) == ladder.runs[solution][-1]
    assert ladder.at(solution, 4) is None


def test_naive_visits_the_whole_tree(ladder: LadderRuns):
    nodes = [run.nodes for run in ladder.runs[NAIVE]]
    assert nodes == [7, 7 + 49, 7 + 49 + 342]  # column 0 is full after two of the plies


def test_alpha_beta_never_visits_more_than_naive(ladder: LadderRuns):
    for naive, alpha_beta in zip(ladder.runs[NAIVE], ladder.runs[ALPHA_BETA], strict=True):
        assert alpha_beta.nodes <= naive.nodes


def test_nobody_sees_a_mate_in_nine_three_plies_deep(ladder: LadderRuns):
    assert not any(ladder.is_right(ladder.runs[solution][-1]) for solution in SOLUTIONS)


def test_a_second_climb_visits_the_same_nodes(ladder: LadderRuns):
    again = measure_ladder(Board.from_moves(MATE_IN_9), ladder.right, ladder.plan)
    for solution in SOLUTIONS:
        assert [run.nodes for run in again.runs[solution]] == [
            run.nodes for run in ladder.runs[solution]
        ]


@pytest.mark.parametrize("limit_s", [0.0, 60.0])
def test_the_bar_is_filled_whether_or_not_depths_are_left_out(limit_s: float):
    class Steps(Quiet):
        done = 0

        def advance(self, steps: int = 1) -> None:
            self.done += steps

    bar = Steps()
    plan = LadderPlan(max_depth=4, limit_s=limit_s, repeat=1)
    measure_ladder(Board(), frozenset(), plan, bar)
    assert bar.done == MateLadder().steps(plan)


def test_all_are_timed_once_before_any_is_timed_again():
    class Names(Quiet):
        def __init__(self) -> None:
            self.names: list[str] = []

        def now(self, what: str) -> None:
            self.names.append(what)

    bar = Names()
    again = measure_ladder(Board(), frozenset(), LadderPlan(max_depth=2, limit_s=60, repeat=2), bar)
    assert bar.names == [f"{name}, counting" for name in SOLUTIONS] + 2 * list(SOLUTIONS)
    assert {len(run.times) for runs in again.runs.values() for run in runs} == {2}

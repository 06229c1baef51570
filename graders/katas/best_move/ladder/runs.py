"""Measure the four solutions on one position, in turns, for all tables to draw from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import takewhile

import msgspec

from graders.katas.best_move.ladder import measure
from graders.katas.best_move.ladder.measure import Measured, Run
from graders.katas.tools import LadderPlan
from graders.model.progress import Bar, Quiet
from kata.board import Board
from solutions import alpha_beta, iterative_deepening, naive, transposition

NAIVE = "naive"
ALPHA_BETA = "alpha-beta"
DEEPENING = "iterative deepening"
WITH_TABLE = "iterative deepening + table"
SOLUTIONS = (NAIVE, ALPHA_BETA, DEEPENING, WITH_TABLE)
SHALLOWEST = 4
"""The first depth of the comparison; below it every solution is done at once."""


def _naive(board: Board, depth: int) -> int:
    return naive.find_best_move(board, depth=depth)


def _alpha_beta(board: Board, depth: int) -> int:
    return alpha_beta.find_best_move(board, depth=depth)


FIXED: Mapping[str, measure.Search] = {NAIVE: _naive, ALPHA_BETA: _alpha_beta}
DEEPENED: Mapping[str, measure.Deepening] = {
    DEEPENING: iterative_deepening.deepen,
    WITH_TABLE: transposition.deepen,
}


class Climbed(msgspec.Struct, frozen=True):
    """Hold the runs of every solution on one position, and which columns are right there."""

    board: Board
    right: frozenset[int]
    plan: LadderPlan
    runs: Mapping[str, tuple[Run, ...]]

    def at(self, solution: str, depth: int) -> Run | None:
        """Return the run to a depth, None where it was over the limit."""
        return next((run for run in self.runs[solution] if run.depth == depth), None)

    def iterations(self, solution: str) -> tuple[tuple[Run, float], ...]:
        """Return the runs of a solution that deepens, and what each iteration by itself took."""
        runs = self.runs[solution]
        before = (0.0, *(run.seconds for run in runs))
        return tuple((run, run.seconds - start) for run, start in zip(runs, before, strict=False))

    def is_right(self, run: Run) -> bool:
        """Tell whether the run played a column that is right."""
        return run.column in self.right


def climb(board: Board, right: frozenset[int], plan: LadderPlan, bar: Bar | None = None) -> Climbed:
    """Measure all four solutions on `board`, none deeper than its first depth over the limit.

    Nodes are counted first; then all solutions are timed once before any is timed again, so that
    a slow minute of the machine hits them all.
    """
    bar = bar or Quiet()
    measured: dict[str, Measured] = {}
    for name in SOLUTIONS:
        bar.now(f"{name}, counting")
        measured[name] = _counted(name, board, plan)
        bar.advance()
    for _ in range(plan.repeat):
        for name in SOLUTIONS:
            bar.now(name)
            measured[name].take()
            bar.advance()
    return Climbed(board, right, plan, {name: each.runs() for name, each in measured.items()})


def steps(plan: LadderPlan) -> int:
    """Return how many steps `climb` counts on a bar."""
    return len(SOLUTIONS) * (1 + plan.repeat)


def _counted(name: str, board: Board, plan: LadderPlan) -> Measured:
    if name in DEEPENED:
        deepen = DEEPENED[name]
        counted = measure.count_deepening(deepen, board, plan.max_depth, plan.limit_s)
        return Measured(counted, partial(measure.stamps, deepen, board), plan.limit_s)
    search = FIXED[name]
    every = (
        measure.count_fixed(search, board, depth, plan.limit_s)
        for depth in range(1, plan.max_depth + 1)
    )
    found = [each for each in takewhile(lambda each: each is not None, every) if each]
    return Measured(found, partial(_fixed_times, search, board), plan.limit_s)


def _fixed_times(search: measure.Search, board: Board, deepest: int) -> list[float]:
    return [measure.search_seconds(search, board, depth) for depth in range(1, deepest + 1)]

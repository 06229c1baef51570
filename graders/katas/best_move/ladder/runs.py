"""Measure the four solutions on one position, each depth once, for all tables to draw from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graders.katas.best_move.ladder import measure
from graders.katas.best_move.ladder.measure import Run
from graders.katas.ladder import Plan
from graders.model.progress import Bar, Quiet
from kata.board import Board
from solutions import alpha_beta, iterative_deepening, naive, transposition

NAIVE = "naive"
ALPHA_BETA = "alpha-beta"
DEEPENING = "iterative deepening"
WITH_TABLE = "iterative deepening + table"
SOLUTIONS = (NAIVE, ALPHA_BETA, DEEPENING, WITH_TABLE)


def _naive(board: Board, depth: int) -> int:
    return naive.find_best_move(board, depth=depth)


def _alpha_beta(board: Board, depth: int) -> int:
    return alpha_beta.find_best_move(board, depth=depth)


FIXED: Mapping[str, measure.Search] = {NAIVE: _naive, ALPHA_BETA: _alpha_beta}
DEEPENED: Mapping[str, measure.Deepening] = {
    DEEPENING: iterative_deepening.deepen,
    WITH_TABLE: transposition.deepen,
}


@dataclass(frozen=True)
class Climbed:
    """Hold the runs of every solution on one position, and which columns are right there."""

    board: Board
    right: frozenset[int]
    plan: Plan
    runs: Mapping[str, tuple[Run, ...]]

    def at(self, solution: str, depth: int) -> Run | None:
        """Return the run to a depth, None where it was over the limit."""
        return next((run for run in self.runs[solution] if run.depth == depth), None)

    def is_right(self, run: Run) -> bool:
        """Tell whether the run played a column that is right."""
        return run.column in self.right


def climb(board: Board, right: frozenset[int], plan: Plan, bar: Bar | None = None) -> Climbed:
    """Measure all four solutions on `board`, none deeper than its first depth over the limit."""
    bar = bar or Quiet()
    runs: dict[str, tuple[Run, ...]] = {}
    for name, search in FIXED.items():
        runs[name] = _fixed(name, search, board, plan, bar)
    for name, deepen in DEEPENED.items():
        bar.now(name)
        runs[name] = measure.deepening(
            deepen, board, plan.max_depth, limit_s=plan.limit_s, repeat=plan.repeat
        )
        bar.advance(plan.max_depth)
    return Climbed(board, right, plan, runs)


def _fixed(
    name: str, search: measure.Search, board: Board, plan: Plan, bar: Bar
) -> tuple[Run, ...]:
    runs: list[Run] = []
    for depth in range(1, plan.max_depth + 1):
        bar.now(f"{name}, depth {depth}")
        run = measure.fixed_depth(search, board, depth, limit_s=plan.limit_s, repeat=plan.repeat)
        if run is None:
            bar.advance(plan.max_depth - depth + 1)
            break
        runs.append(run)
        bar.advance()
    return tuple(runs)

"""Offer the reference solutions to `kata bench` and to the margins of `kata verify`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from types import ModuleType

from graders.katas.best_move.check import FUNCTION
from graders.katas.best_move.ladder import measure
from graders.katas.best_move.ladder.runs import (
    ALPHA_BETA,
    DEEPENED,
    DEEPENING,
    FIXED,
    NAIVE,
    SOLUTIONS,
    WITH_TABLE,
    climb,
)
from graders.katas.best_move.ladder.tables import (
    iterations,
    naive_against_alpha_beta,
    naive_by_depth,
    nodes_of_all,
    times_of_all,
)
from graders.katas.best_move.task import BestMoveTask
from graders.katas.ladder import Contender, Effort, Plan
from graders.model.progress import Bar
from graders.model.tables import Chart, Table
from solutions import alpha_beta, iterative_deepening, naive, transposition

SEARCHES: Mapping[str, str] = {
    "naive.py": NAIVE,
    "alpha_beta.py": ALPHA_BETA,
    "iterative_deepening.py": DEEPENING,
    "transposition.py": WITH_TABLE,
}
"""The name in the tables of each rung that searches on a `Board`, on which nodes are counted."""
FIFTH = "bitboard.py"
"""The rung that searches on no `Board`: its nodes are not those of the others."""


class MateLadder:
    """Compare the rungs on the mate in nine, and through the grader on all of phase 3."""

    suite = "phase3"
    case = "phase3/mate-in-9"
    quick_cases: tuple[str, ...] = ("phase3/mate-in-3", "phase3/mate-in-9")
    rungs: tuple[str, ...] = (*SEARCHES, FIFTH)
    measurable = frozenset(SEARCHES)

    def contenders(self) -> tuple[Contender, ...]:
        """Return the five that go through the grader."""
        return (
            contender("naive, depth 6", naive, 6),
            contender("alpha-beta, depth 8", alpha_beta, 8),
            contender("alpha-beta, depth 9", alpha_beta, 9),
            contender("iterative deepening", iterative_deepening),
            contender("iterative deepening + table", transposition),
        )

    def steps(self, plan: Plan) -> int:
        """Return how many steps `parts` counts on a bar."""
        return len(SOLUTIONS) * plan.max_depth

    def parts(self, task: BestMoveTask, plan: Plan, bar: Bar) -> Sequence[Table | Chart]:
        """Measure the four that search on a board: tables 1 to 3 and chart 5."""
        climbed = climb(task.board(), frozenset(task.accept), plan, bar)
        return (
            naive_by_depth(climbed),
            naive_against_alpha_beta(climbed),
            times_of_all(climbed),
            nodes_of_all(climbed),
            iterations(climbed),
        )

    def separates(self, task: BestMoveTask) -> bool:
        """Tell whether there is a mate, which is as deep as a search has to go."""
        return task.mate_in is not None

    def effort(self, rung: str, task: BestMoveTask, limit_s: float) -> Effort | None:
        """Measure a search just deep enough to see the mate."""
        run = _to_the_mate(SEARCHES[rung], task, limit_s)
        return None if run is None else Effort(run.seconds, run.nodes)


def contender(name: str, solution: ModuleType, depth: int | None = None) -> Contender:
    """Take a solution's own source; with `depth`, make that the depth it searches to."""
    source = inspect.getsource(solution)
    if depth is not None:
        source += f"\n\n{FUNCTION}.__defaults__ = ({depth},)\n"
    return Contender(name, source)


def _to_the_mate(name: str, task: BestMoveTask, limit_s: float) -> measure.Run | None:
    board, depth = task.board(), task.mate_in or 0
    if name in FIXED:
        return measure.fixed_depth(FIXED[name], board, depth, limit_s=limit_s, repeat=1)
    runs = measure.deepening(DEEPENED[name], board, depth, limit_s=limit_s, repeat=1)
    return next((run for run in runs if run.depth == depth), None)

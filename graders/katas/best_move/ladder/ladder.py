"""Offer the reference solutions to `kata bench` and to the margins of `kata verify`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

from graders.katas.best_move.check import FUNCTION
from graders.katas.best_move.ladder import speed
from graders.katas.best_move.ladder.measure import Deepening, Search
from graders.katas.best_move.ladder.runs import (
    ALPHA_BETA,
    DEEPENED,
    DEEPENING,
    FIXED,
    NAIVE,
    WITH_TABLE,
    climb,
    steps,
)
from graders.katas.best_move.ladder.speed import Budget
from graders.katas.best_move.ladder.tables import (
    as_published,
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


def default_of(function: Callable[..., int], name: str) -> int:
    """Return the default of a parameter that is a whole number.

    >>> default_of(naive.find_best_move, "depth")
    6
    """
    value = inspect.signature(function).parameters[name].default
    assert isinstance(value, int)
    return value


SEARCHES: Mapping[str, str] = {
    "naive.py": NAIVE,
    "alpha_beta.py": ALPHA_BETA,
    "iterative_deepening.py": DEEPENING,
    "transposition.py": WITH_TABLE,
}
"""The name in the tables of each rung that searches on a `Board`, on which nodes are counted."""
FIFTH = "bitboard.py"
"""The rung that searches on no `Board`: its nodes are not those of the others."""


TOO_DEEP = "alpha_beta.py, depth 9"
DEPTHS: Mapping[str, tuple[Search, int]] = {
    "naive.py": (FIXED[NAIVE], default_of(naive.find_best_move, "depth")),
    "alpha_beta.py": (FIXED[ALPHA_BETA], default_of(alpha_beta.find_best_move, "depth")),
    TOO_DEEP: (FIXED[ALPHA_BETA], 9),
}
"""The searches of a fixed depth, and how deep each looks."""
BUDGETS: Mapping[str, tuple[Deepening, Budget]] = {
    "iterative_deepening.py": (
        DEEPENED[DEEPENING],
        Budget(iterative_deepening.BUDGET_S, iterative_deepening.GROWTH),
    ),
    "transposition.py": (
        DEEPENED[WITH_TABLE],
        Budget(transposition.BUDGET_S, transposition.GROWTH),
    ),
}
"""The searches that deepen, and how each decides to go on."""


class MateLadder:
    """Compare the rungs on the mate in nine, and through the grader on all of phase 3."""

    suite = "phase3"
    case = "phase3/mate-in-9#1"
    quick_cases: tuple[str, ...] = ("phase3/mate-in-3", "phase3/mate-in-9")
    rungs: tuple[str, ...] = (*SEARCHES, FIFTH)
    measurable = frozenset(SEARCHES)
    too_deep: tuple[str, ...] = (TOO_DEEP,)
    # A mate in 9 costs plain alpha-beta no more than that: of a million positions bred for the most
    # nodes, the best with one winning column took some three times the time that there is here.
    conceded: Mapping[str, float] = {"iterative_deepening.py": 2.0, TOO_DEEP: 1.2}

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
        return steps(plan)

    def parts(self, task: BestMoveTask, plan: Plan, bar: Bar) -> Sequence[Table | Chart]:
        """Measure the four that search on a board: tables 1 to 3 and chart 5."""
        climbed = climb(task.board(), frozenset(task.accept), plan, bar)
        return (
            naive_by_depth(climbed),
            naive_against_alpha_beta(climbed),
            times_of_all(climbed),
            nodes_of_all(climbed),
            as_published(),
            iterations(climbed),
        )

    def effort(self, name: str, task: BestMoveTask, cap_s: float, fastest: float) -> Effort:
        """Count the nodes of a search and work out on which machines it is in time."""
        if name in DEPTHS:
            return _of_fixed_depth(name, task, cap_s, fastest)
        return _of_deepening(name, task, cap_s, fastest)


def contender(name: str, solution: ModuleType, depth: int | None = None) -> Contender:
    """Take a solution's own source; with `depth`, make that the depth it searches to."""
    source = inspect.getsource(solution)
    if depth is not None:
        source += f"\n\n{FUNCTION}.__defaults__ = ({depth},)\n"
    return Contender(name, source)


def _of_fixed_depth(name: str, task: BestMoveTask, cap_s: float, fastest: float) -> Effort:
    board, (search, depth) = task.board(), DEPTHS[name]
    rate = speed.rate_of_fixed(search, depth, board)
    most_nodes = rate * cap_s * fastest
    stage = speed.one_stage(search, depth, board, task.accept.__contains__, most_nodes)
    return Effort(speed.fixed(stage, rate, cap_s), rate)


def _of_deepening(name: str, task: BestMoveTask, cap_s: float, fastest: float) -> Effort:
    board, (deepen, budget) = task.board(), BUDGETS[name]
    rate = speed.rate_of_deepening(deepen, board)
    stages = speed.stages_of(
        deepen,
        board,
        task.accept.__contains__,
        budget,
        most_nodes=rate * cap_s * fastest,
        most_expected=rate * budget.seconds * fastest,
    )
    return Effort(speed.deepening(stages, rate, cap_s, budget), rate)

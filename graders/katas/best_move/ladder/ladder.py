"""Offer the reference solutions to `kata bench` and to the margins of `kata verify`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

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
from graders.katas.best_move.task import FUNCTION, BestMoveTask
from graders.katas.outlook import Outlook
from graders.katas.tools import Contender, LadderPlan
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
    # As table 3b of docs/benchmarks.md has them; they change from depth to depth by a fifth.
    rates: Mapping[str, float] = {
        "naive.py": 375_000,
        "alpha_beta.py": 300_000,
        "iterative_deepening.py": 300_000,
        "transposition.py": 185_000,
        TOO_DEEP: 300_000,
    }
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

    def steps(self, plan: LadderPlan) -> int:
        """Return how many steps `parts` counts on a bar."""
        return steps(plan)

    def parts(self, task: BestMoveTask, plan: LadderPlan, bar: Bar) -> Sequence[Table | Chart]:
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

    def outlook(self, name: str, task: BestMoveTask, cap_s: float, *, fastest: float) -> Outlook:
        """Count the nodes of a search and work out on which machines it is in time."""
        board, right, rate = task.board(), task.accept.__contains__, self.rates[name]
        most_nodes = rate * cap_s * fastest
        if name in DEPTHS:
            search, depth = DEPTHS[name]
            stage = speed.one_stage(search, depth, board, right, most_nodes)
            return speed.fixed(stage, rate, cap_s)
        deepen, budget = BUDGETS[name]
        most_expected = rate * budget.seconds * fastest
        stages = speed.stages_of(
            deepen, board, right, budget, most_nodes=most_nodes, most_expected=most_expected
        )
        return speed.deepening(stages, rate, cap_s, budget)


def contender(name: str, solution: ModuleType, depth: int | None = None) -> Contender:
    """Take a solution's own source; with `depth`, make that the depth it searches to."""
    source = inspect.getsource(solution)
    if depth is not None:
        source += f"\n\n{FUNCTION}.__defaults__ = ({depth},)\n"
    return Contender(name, source)

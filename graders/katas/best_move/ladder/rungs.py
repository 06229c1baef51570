"""Offer the rungs to `kata bench`, and to `kata verify` the machines on which each is in time.

Nodes are the same everywhere, and on a machine of twice the speed each search takes half as long.
A search of fixed depth is then in time or not. One that deepens goes on as long as its rule expects
the next depth to fit into its budget, so a faster machine looks deeper: it may find what a slower
one misses.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

import msgspec

from graders.katas.best_move.ladder.comparison import (
    ALPHA_BETA,
    DEEPENED,
    DEEPENING,
    FIXED,
    NAIVE,
    SOLUTIONS,
    WITH_TABLE,
    as_published,
    iterations,
    measure_ladder,
    naive_against_alpha_beta,
    naive_by_depth,
    nodes_of_all,
    times_of_all,
)
from graders.katas.best_move.ladder.measure import (
    CountingBoard,
    Deepening,
    OverLimitError,
    Search,
    to_one_depth,
)
from graders.katas.best_move.task import FUNCTION, BestMoveTask
from graders.katas.lab import Contender, LadderPlan
from graders.katas.outlook import Accepted, Outlook, outlook_from_rule
from graders.model.progress import Bar
from graders.model.tables import Chart, Table
from kata.board import Board
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
TOO_DEEP = "alpha_beta.py, depth 9"
DEPTHS: Mapping[str, tuple[Search, int]] = {
    "naive.py": (FIXED[NAIVE], 6),
    "alpha_beta.py": (FIXED[ALPHA_BETA], 8),
    TOO_DEEP: (FIXED[ALPHA_BETA], 9),
}
"""The searches of a fixed depth, and how deep each looks: the rungs by default."""


class Budget(msgspec.Struct, frozen=True):
    """A search goes deeper where its time so far and `growth` times that of the last depth fit."""

    seconds: float
    growth: float


NO_BUDGET = Budget(math.inf, 0)
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
        return (
            contender("naive, depth 6", naive, 6),
            contender("alpha-beta, depth 8", alpha_beta, 8),
            contender("alpha-beta, depth 9", alpha_beta, 9),
            contender("iterative deepening", iterative_deepening),
            contender("iterative deepening + table", transposition),
        )

    def steps(self, plan: LadderPlan) -> int:
        return len(SOLUTIONS) * (1 + plan.repeat)

    def parts(self, task: BestMoveTask, plan: LadderPlan, bar: Bar) -> Sequence[Table | Chart]:
        climbed = measure_ladder(task.board(), frozenset(task.accept), plan, bar)
        return (
            naive_by_depth(climbed),
            naive_against_alpha_beta(climbed),
            times_of_all(climbed),
            nodes_of_all(climbed),
            as_published(),
            iterations(climbed),
        )

    def outlook(self, name: str, task: BestMoveTask, cap_s: float, *, fastest: float) -> Outlook:
        rate = self.rates[name]
        if name in DEPTHS:
            deepen, budget = to_one_depth(*DEPTHS[name]), NO_BUDGET
        else:
            deepen, budget = BUDGETS[name]
        stages = stages_of(
            deepen,
            task.board(),
            task.accept.__contains__,
            budget,
            most_nodes=rate * cap_s * fastest,
            most_expected=rate * budget.seconds * fastest,
        )
        return outlook_of_stages(stages, rate, cap_s, budget)


def contender(name: str, solution: ModuleType, depth: int | None = None) -> Contender:
    """Take a solution's own source; with `depth`, make that the depth it searches to."""
    source = inspect.getsource(solution)
    if depth is not None:
        source += f"\n\n{FUNCTION}.__defaults__ = ({depth},)\n"
    return Contender(name, source)


class Stage(msgspec.Struct, frozen=True):
    """Where a search stands after one depth: all nodes so far, and whether it is right.

    `right` is None where the search was cut off at so many nodes, and `decided` tells that no
    deeper search follows, whatever time is left.
    """

    nodes: int
    right: Accepted
    decided: bool = False


def outlook_of_stages(
    stages: Sequence[Stage], rate: float, cap_s: float, budget: Budget
) -> Outlook:
    """Return the outlook of a search to depth 1, 2, ... at `rate` nodes a second.

    >>> outlook_of_stages((Stage(10, False), Stage(100, True, True)), 100.0, 2.0, Budget(1.5, 4))
    Outlook(turns=((0.0, False), (0.5, True)))
    """
    expected = [_expected(stages, number, budget) for number in range(len(stages))]

    def verdict_at(speed: float) -> Accepted:
        nodes_a_second = rate * speed
        for stage, nodes in zip(stages, expected, strict=True):
            if stage.nodes > cap_s * nodes_a_second:
                return False
            if stage.right is None:
                return None
            if stage.decided or nodes > budget.seconds * nodes_a_second:
                return stage.right
        return None

    turns = [stage.nodes / (rate * cap_s) for stage in stages]
    turns += [nodes / (rate * budget.seconds) for nodes in expected]
    return outlook_from_rule(verdict_at, turns)


def _expected(stages: Sequence[Stage], number: int, budget: Budget) -> float:
    """Return how many nodes there would be after one more depth, by the search's own rule."""
    before = stages[number - 1].nodes if number else 0
    return stages[number].nodes + budget.growth * (stages[number].nodes - before)


def stages_of(
    deepen: Deepening,
    board: Board,
    right: Callable[[int], bool],
    budget: Budget,
    *,
    most_nodes: float,
    most_expected: float,
) -> tuple[Stage, ...]:
    """Count depth after depth.

    Ends where the search is decided, or where its rule would not begin the next depth even with
    budget for `most_expected` nodes; a depth beyond `most_nodes` in all is cut off.
    """
    limited = CountingBoard.on(board, most_nodes=most_nodes)
    found: list[Stage] = []
    try:
        for _depth, column, score in deepen(limited, 42):
            found.append(Stage(limited.nodes, right(column), score != 0))
            if score != 0 or _expected(found, len(found) - 1, budget) > most_expected:
                return tuple(found)
    except OverLimitError:
        return (*found, Stage(limited.nodes, None))
    last = found.pop()
    return (*found, Stage(last.nodes, last.right, decided=True))

"""Work out on which machines a rung answers a position within its cap.

Nodes are the same everywhere, and on a machine of twice the speed each search takes half as long.
A search of fixed depth is then in time or not. One that deepens goes on as long as its rule expects
the next depth to fit into its budget, so a faster machine looks deeper: it may find what a slower
one misses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from graders.katas.best_move.ladder.measure import (
    Deepening,
    OverLimitError,
    Search,
)
from graders.katas.outlook import Accepted, Outlook, outlook_from_rule
from kata.board import Board


class LimitedBoard(Board):
    """Count the discs dropped; raise `OverLimitError` out of a drop beyond `most_nodes`."""

    nodes = 0
    most_nodes = float("inf")

    @classmethod
    def of(cls, board: Board, most_nodes: float) -> LimitedBoard:
        """Return a board with the discs of `board`."""
        twin = cls()
        twin.__dict__.update(board.copy().__dict__)
        twin.most_nodes = most_nodes
        return twin

    def drop_disc(self, col: int) -> int:
        """Count, then drop as any board does."""
        if self.nodes >= self.most_nodes:
            raise OverLimitError
        self.nodes += 1
        return super().drop_disc(col)


class Stage(msgspec.Struct, frozen=True):
    """Hold where a search stands after one depth: all nodes so far, and whether it is right.

    `right` is None where the search was cut off at so many nodes, and `decided` tells that no
    deeper search follows, whatever time is left.
    """

    nodes: int
    right: Accepted
    decided: bool = False


class Budget(msgspec.Struct, frozen=True):
    """Hold how a search that deepens decides to go on.

    It does where the time so far and `growth` times that of the last depth fit into `seconds`.
    """

    seconds: float
    growth: float


def fixed(stage: Stage, rate: float, cap_s: float) -> Outlook:
    """Return the outlook of one search at `rate` nodes a second.

    >>> fixed(Stage(1000, right=True), rate=1000.0, cap_s=2.0)
    Outlook(turns=((0.0, False), (0.5, True)))
    """
    in_time_from = stage.nodes / (rate * cap_s)
    return outlook_from_rule(
        lambda speed: stage.right if speed >= in_time_from else False, [in_time_from]
    )


def deepening(stages: Sequence[Stage], rate: float, cap_s: float, budget: Budget) -> Outlook:
    """Return the outlook of a search to depth 1, 2, ... at `rate` nodes a second.

    >>> deepening((Stage(10, False), Stage(100, True, True)), 100.0, 2.0, Budget(1.5, 4))
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


Right = Callable[[int], bool]
"""Tell whether a column is right."""


def one_stage(search: Search, depth: int, board: Board, right: Right, most_nodes: float) -> Stage:
    """Count one search, and cut it off beyond `most_nodes`."""
    limited = LimitedBoard.of(board, most_nodes)
    try:
        column = search(limited, depth)
    except OverLimitError:
        return Stage(limited.nodes, None)
    return Stage(limited.nodes, right(column))


def stages_of(
    deepen: Deepening,
    board: Board,
    right: Right,
    budget: Budget,
    *,
    most_nodes: float,
    most_expected: float,
) -> tuple[Stage, ...]:
    """Count depth after depth.

    Ends where the search is decided, or where its rule would not begin the next depth even with
    budget for `most_expected` nodes; a depth beyond `most_nodes` in all is cut off.
    """
    limited = LimitedBoard.of(board, most_nodes)
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

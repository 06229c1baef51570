"""Measure one search on one board: its nodes, its seconds, and the column that it plays.

A node is one disc dropped. Nodes are counted by a board that counts, so that the solutions stay
the lessons that they are; times are taken apart from that on the plain board. They are CPU times
of this thread, which a search never leaves, so that other programs change them little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec

from kata.board import Board

Search = Callable[[Board, int], int]
"""Find a best move on a board by looking a fixed number of plies ahead."""
Deepening = Callable[[Board, int], Iterator[tuple[int, int, int]]]
"""Search to depth 1, 2, ... at most the one given; yield depth, column and score after each."""

_NODES_A_LOOK = 512
_COST_OF_COUNTING = 1.6
"""A search takes up to this many times longer on the board that counts."""


class OverLimitError(Exception):
    """Say that a measurement takes longer than the limit."""


class CountingBoard(Board):
    """Count the discs dropped; raise `OverLimitError` out of a drop once the deadline is past.

    >>> board = CountingBoard.on(Board.from_moves("33"), deadline=float("inf"))
    >>> _ = board.drop_disc(0)
    >>> board.nodes
    1
    """

    nodes = 0
    _deadline = float("inf")

    @classmethod
    def on(cls, board: Board, deadline: float) -> CountingBoard:
        """Return a counting board with the discs of `board`; a deadline in `time.thread_time`."""
        twin = cls()
        twin.__dict__.update(board.copy().__dict__)
        twin._deadline = deadline
        return twin

    def drop_disc(self, col: int) -> int:
        """Count, then drop as any board does."""
        self.nodes += 1
        if self.nodes % _NODES_A_LOOK == 0 and time.thread_time() > self._deadline:
            raise OverLimitError
        return super().drop_disc(col)


class Counted(msgspec.Struct, frozen=True):
    """Hold what a search to one depth played, and its nodes; for deepening, of all depths to it."""

    depth: int
    column: int
    nodes: int


class Run(msgspec.Struct, frozen=True):
    """Hold what a search to one depth played and cost; for deepening, all depths up to it.

    `times` are the seconds of every repeat.
    """

    depth: int
    column: int
    nodes: int
    times: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """Return the median of the times.

        >>> Run(6, 3, 1200, (0.4, 0.2, 0.3)).seconds
        0.3
        """
        return statistics.median(self.times)

    @property
    def least(self) -> float:
        """Return the least of the times, which the machine disturbed least."""
        return min(self.times)

    @property
    def rate(self) -> float:
        """Return the nodes a second in the least of the times.

        >>> Run(6, 3, 1200, (0.4, 0.2, 0.3)).rate
        6000.0
        """
        return self.nodes / self.least if self.least else float("inf")


def fixed_depth(
    search: Search, board: Board, depth: int, *, limit_s: float, repeat: int
) -> Run | None:
    """Measure one search; None where it takes longer than `limit_s`."""
    counted = count_fixed(search, board, depth, limit_s)
    if counted is None:
        return None
    runs = timed(
        [counted], lambda _: [search_seconds(search, board, depth)], limit_s=limit_s, repeat=repeat
    )
    return runs[0] if runs else None


def deepening(
    deepen: Deepening, board: Board, max_depth: int, *, limit_s: float, repeat: int
) -> tuple[Run, ...]:
    """Measure every iteration that ends within `limit_s`.

    Seconds and nodes of a depth include the depths before it.
    """
    counted = count_deepening(deepen, board, max_depth, limit_s)
    return timed(
        counted, lambda deepest: stamps(deepen, board, deepest), limit_s=limit_s, repeat=repeat
    )


Pass = Callable[[int], Sequence[float]]
"""Search to every depth that is measured, the deepest given; return the seconds of each depth."""


def timed(
    counted: Sequence[Counted], one_pass: Pass, *, limit_s: float, repeat: int
) -> tuple[Run, ...]:
    """Time what was counted, `repeat` passes one after the other."""
    measured = Measured(counted, one_pass, limit_s)
    for _ in range(repeat):
        measured.take()
    return measured.runs()


class Measured:
    """Time what was counted pass by pass, so that several can take turns.

    One pass over the limit is proof enough that a depth takes too long: it is left out then.
    """

    def __init__(self, counted: Sequence[Counted], one_pass: Pass, limit_s: float) -> None:
        self._counted, self._pass, self._limit_s = list(counted), one_pass, limit_s
        self._passes: list[Sequence[float]] = []

    def take(self) -> None:
        """Take the times once more."""
        if not self._counted:
            return
        seconds = self._pass(self._counted[-1].depth)
        if not self._passes:
            self._counted = [
                counted
                for counted, one in zip(self._counted, seconds, strict=True)
                if one <= self._limit_s
            ]
        self._passes.append(seconds)

    def runs(self) -> tuple[Run, ...]:
        """Return the depths that were searched within the limit, with all their times."""
        found = (
            Run(one.depth, one.column, one.nodes, tuple(each[at] for each in self._passes))
            for at, one in enumerate(self._counted)
        )
        return tuple(run for run in found if run.seconds <= self._limit_s)


def count_fixed(search: Search, board: Board, depth: int, limit_s: float) -> Counted | None:
    """Count the nodes of one search; None where that shows it to be over the limit."""
    counting = CountingBoard.on(board, _counting_deadline(limit_s))
    try:
        column = search(counting, depth)
    except OverLimitError:
        return None
    return Counted(depth, column, counting.nodes)


def count_deepening(
    deepen: Deepening, board: Board, max_depth: int, limit_s: float
) -> tuple[Counted, ...]:
    """Count the nodes of every iteration, as far as they do not show it to be over the limit."""
    counting = CountingBoard.on(board, _counting_deadline(limit_s))
    finished: list[Counted] = []
    try:
        for depth, column, _score in deepen(counting, max_depth):
            finished.append(Counted(depth, column, counting.nodes))
    except OverLimitError:
        pass
    return tuple(finished)


def search_seconds(search: Search, board: Board, depth: int) -> float:
    """Return the seconds of one search on a copy of `board`."""
    copy = board.copy()
    start = time.thread_time()
    search(copy, depth)
    return time.thread_time() - start


def stamps(deepen: Deepening, board: Board, max_depth: int) -> list[float]:
    """Return the seconds from the start to the end of each iteration, on a copy of `board`."""
    copy = board.copy()
    start = time.thread_time()
    return [time.thread_time() - start for _ in deepen(copy, max_depth)]


def _counting_deadline(limit_s: float) -> float:
    return time.thread_time() + _COST_OF_COUNTING * limit_s

"""Measure one search on one board: its nodes, its seconds, and the column that it plays.

A node is one disc dropped. Nodes are counted by a board that counts, so that the solutions stay
the lessons that they are; times are taken apart from that on the plain board. They are CPU times
of this thread, which a search never leaves, so that other programs change them little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Run:
    """Hold what a search to one depth played and cost; for deepening, all depths up to it."""

    depth: int
    column: int
    nodes: int
    seconds: float


def fixed_depth(
    search: Search, board: Board, depth: int, *, limit_s: float, repeat: int
) -> Run | None:
    """Measure one search; None where it takes longer than `limit_s`. Seconds are the median."""
    counting = CountingBoard.on(board, _counting_deadline(limit_s))
    try:
        column = search(counting, depth)
    except OverLimitError:
        return None
    seconds = _median_seconds(search, board, depth, limit_s, repeat)
    return None if seconds > limit_s else Run(depth, column, counting.nodes, seconds)


def deepening(
    deepen: Deepening, board: Board, max_depth: int, *, limit_s: float, repeat: int
) -> tuple[Run, ...]:
    """Measure every iteration that ends within `limit_s`.

    Seconds are medians; seconds and nodes of a depth include the depths before it.
    """
    finished = _count(deepen, board, max_depth, _counting_deadline(limit_s))
    if not finished:
        return ()
    deepest = finished[-1][0]
    passes = [_stamps(deepen, board.copy(), deepest) for _ in range(repeat)]
    medians = [statistics.median(stamps) for stamps in zip(*passes, strict=True)]
    return tuple(
        Run(depth, column, nodes, seconds)
        for (depth, column, nodes), seconds in zip(finished, medians, strict=True)
        if seconds <= limit_s
    )


def _counting_deadline(limit_s: float) -> float:
    return time.thread_time() + _COST_OF_COUNTING * limit_s


def _median_seconds(search: Search, board: Board, depth: int, limit_s: float, repeat: int) -> float:
    """Return the median; one run that is over the limit is proof enough to spare the others."""
    seconds: list[float] = []
    while len(seconds) < repeat and (not seconds or seconds[0] <= limit_s):
        seconds.append(_seconds(search, board.copy(), depth))
    return statistics.median(seconds)


def _count(
    deepen: Deepening, board: Board, max_depth: int, deadline: float
) -> list[tuple[int, int, int]]:
    counting = CountingBoard.on(board, deadline)
    finished: list[tuple[int, int, int]] = []
    try:
        for depth, column, _score in deepen(counting, max_depth):
            finished.append((depth, column, counting.nodes))
    except OverLimitError:
        pass
    return finished


def _seconds(search: Search, board: Board, depth: int) -> float:
    start = time.thread_time()
    search(board, depth)
    return time.thread_time() - start


def _stamps(deepen: Deepening, board: Board, max_depth: int) -> list[float]:
    start = time.thread_time()
    return [time.thread_time() - start for _ in deepen(board, max_depth)]

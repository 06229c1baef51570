"""Measure how fast the board is on this machine."""

from __future__ import annotations

import functools
import time

from kata.board import Board


def pairs_per_second(pairs: int = 20_000, repeat: int = 5) -> float:
    """Return how many discs this machine drops and takes back in a second, at its best."""
    return pairs / min(_seconds_of_pairs(pairs) for _ in range(repeat))


@functools.cache
def drop_undo_per_s() -> int:
    """Return the same from a few milliseconds of measuring, once in the life of this process.

    The time is the CPU time of this thread, which other work on the machine changes little.
    """
    return round(pairs_per_second(pairs=1000, repeat=3))


def _seconds_of_pairs(pairs: int) -> float:
    board = Board()
    drop, undo = board.drop_disc, board.undo_move
    start = time.thread_time()
    for _ in range(pairs):
        drop(3)
        undo()
    return time.thread_time() - start

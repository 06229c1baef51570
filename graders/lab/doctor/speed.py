"""Measure the board against the machine that the caps were chosen on."""

from __future__ import annotations

import time

from kata.board import COLS, Board

REFERENCE_NODES_PER_S = 330_000
"""Discs dropped, looked at for a win and taken back in a second, in plain Python on `Board`.

The rate of the machine on which the positions of phase 3 were chosen to separate the ladder.
"""
TOO_SLOW = 0.5
"""Below this share of the reference the intended solution has no margin left.

It answers within 0.7 s on the reference machine, so within 1.4 of 2.0 s at half the speed.
"""
TOO_FAST = 2.0
"""Above this multiple, searches that the caps are meant to catch may get through.

Plain iterative deepening needs more than twice the cap for the mate in nine.
"""
_POSITION = "0032334033"
_CAP_S = 2.0


def nodes_per_second(nodes: int = 20_000, repeat: int = 5) -> float:
    """Return how many nodes a search visits here in a second, at the best of `repeat` tries.

    Seconds are of CPU time, so that other work on the machine does not make it look slow.
    """
    return nodes / min(_seconds_of(nodes) for _ in range(repeat))


def against_reference(nodes_per_s: float) -> float:
    """Return the speed as a multiple of the reference's.

    >>> against_reference(165_000.0)
    0.5
    """
    return nodes_per_s / REFERENCE_NODES_PER_S


def meaning_for_caps(ratio: float) -> str:
    """Say what a speed means for the caps, and what to do where they do not fit.

    >>> print(meaning_for_caps(0.25))
    The cap of 2 s is worth 0.5 s of the reference machine: too slow. Right solutions may miss it; \
grade with --cap 8.
    """
    worth = f"The cap of {_CAP_S:g} s is worth {_CAP_S * ratio:.1f} s of the reference machine: "
    if ratio < TOO_SLOW:
        return (
            f"{worth}too slow. Right solutions may miss it; grade with --cap {_CAP_S / ratio:.2g}."
        )
    if ratio > TOO_FAST:
        return (
            f"{worth}very fast. Searches that it should catch may keep it; "
            f"grade with --cap {_CAP_S / ratio:.2g} for the same severity."
        )
    return f"{worth}the caps hold as they are."


def _seconds_of(nodes: int) -> float:
    board = Board.from_moves(_POSITION)
    drop, look, undo = board.drop_disc, board.check_winner, board.undo_move
    start = time.process_time()
    for node in range(nodes):
        drop(node % COLS)
        look()
        undo()
    return time.process_time() - start

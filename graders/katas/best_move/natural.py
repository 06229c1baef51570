"""Tell whether the moves that lead to a position are such as people play."""

from __future__ import annotations

from typing import Literal

import msgspec

from solutions.prover import Position, Prover


class Oversight(msgspec.Struct, frozen=True):
    """Hold the move, counted from 1, that passed a win by, or left the other side one.

    It is `overlooked` where the mover could have completed four, and `unblocked` where the other
    side could do so afterwards, although another move would have left it nothing of the kind.
    """

    ply: int
    kind: Literal["overlooked", "unblocked"]


def oversight(moves: str) -> Oversight | None:
    """Return the first oversight in the moves that lead to a position; None: it is natural.

    >>> oversight("0032334033")
    >>> oversight("010102")
    Oversight(ply=6, kind='unblocked')
    """
    position, prover = Position(), Prover()
    for ply, digit in enumerate(moves, start=1):
        if prover.win_in(position, 1):
            return Oversight(ply, "overlooked")
        after = {col: position.play(col) for col in position.legal_columns()}
        harmless = [col for col, then in after.items() if not prover.win_in(then, 1)]
        if harmless and int(digit) not in harmless:
            return Oversight(ply, "unblocked")
        position = after[int(digit)]
    return None

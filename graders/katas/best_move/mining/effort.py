"""Tell whether plain alpha-beta has to work for a position: the count behind `--min-nodes`."""

from __future__ import annotations

from kata.board import Board
from solutions import alpha_beta


class _EnoughError(Exception):
    """Say that the number of nodes that was asked about has been reached."""


class _NodeCounter(Board):
    """Count the discs dropped from `armed` on; leave the search at the last one needed."""

    nodes_left: int | None = None

    def drop_disc(self, col: int) -> int:
        if self.nodes_left is not None:
            self.nodes_left -= 1
            if self.nodes_left <= 0:
                raise _EnoughError
        return super().drop_disc(col)


def needs_nodes(moves: str, mate: int, at_least: int) -> bool:
    """Tell whether alpha-beta at a depth of `mate` drops `at_least` discs or more.

    It costs that many nodes at most: the search is left as soon as the answer is known.

    >>> needs_nodes("36013401106063", 9, 1_000), needs_nodes("011223", 1, 1_000)
    (True, False)
    """
    board = _NodeCounter.from_moves(moves)
    assert isinstance(board, _NodeCounter)
    board.nodes_left = at_least
    if at_least < 1:
        return True
    try:
        alpha_beta.find_best_move(board, depth=mate)
    except _EnoughError:
        return True
    return False

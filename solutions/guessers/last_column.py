"""Play the last column that has room: a loop over the moves that keeps none but the last.

Sight: none. It is what a search comes to that takes a later move for each one that is as good.
"""

from kata.board import Board


def find_best_move(board: Board) -> int:
    """Return the rightmost legal column."""
    return board.valid_moves()[-1]

"""Play the same column whatever the board looks like: `return 3`, the shortest program there is.

Sight: none. Where the column is full its answer is no move at all.
"""

from kata.board import Board


def find_best_move(board: Board, column: int = 3) -> int:
    """Return `column`."""
    return column

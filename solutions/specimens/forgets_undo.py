"""Leave the disc on the board where a line is won: an early return before the undo.

The four is seen, but its disc stays, the turn is the other side's from then on, and whatever is
searched after it is another position. It must miss cases that need more than the first win it
comes across, and it hands the board back changed.
"""

from kata.board import Board

DEPTH = 5


def find_best_move(board: Board) -> int:
    """Return the leftmost column of the highest value for the side to move."""
    best_col, best = -1, -2
    for col in board.valid_moves():
        value = value_of_move(board, col, DEPTH)
        if value > best:
            best_col, best = col, value
    return best_col


def value_of_move(board: Board, col: int, depth: int) -> int:
    """Return what a disc in `col` is worth to the side that drops it."""
    board.drop_disc(col)
    if board.check_winner() is not None:
        return 1  # the disc should be taken back here too
    replies = board.valid_moves() if depth > 1 else []
    value = -max((value_of_move(board, reply, depth - 1) for reply in replies), default=0)
    board.undo_move()
    return value

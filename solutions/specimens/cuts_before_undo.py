"""Cut a line off before its disc is taken back: `return` stands above `undo_move`.

In a loop that breaks at a cut the undo is easily left behind. The disc stays, the turn is the
other side's from then on, and the board is not handed back as it was. It must miss mates that
need a cut or two to be seen.
"""

from kata.board import Board

DEPTH = 5


def find_best_move(board: Board) -> int:
    """Return the leftmost column of the highest value for the side to move."""
    best_col, alpha = -1, -2
    for col in board.valid_moves():
        if board.column_height(col) == 6:
            continue
        board.drop_disc(col)
        value = -value_of(board, DEPTH - 1, -2, -alpha)
        board.undo_move()
        if value > alpha:
            best_col, alpha = col, value
    return best_col


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move, exact only strictly between `alpha` and `beta`."""
    if board.check_winner() is not None:
        return -1
    if depth == 0 or board.is_full():
        return 0
    for col in board.valid_moves():
        if board.column_height(col) == 6:
            continue
        board.drop_disc(col)
        value = -value_of(board, depth - 1, -beta, -alpha)
        if value >= beta:
            return value  # the disc should be taken back first
        board.undo_move()
        alpha = max(alpha, value)
    return alpha

"""Count the columns from 1, as people do.

Every answer of a sound search comes out one column too far right. It must miss whatever the
search itself finds, the win at once before all else.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the number of the best column, the leftmost being column 1."""
    best_col, alpha = -1, -2
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, DEPTH - 1, -1, -alpha)
        board.undo_move()
        if value > alpha:
            best_col, alpha = col, value
        if alpha == 1:
            break
    return best_col + 1


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move, exact only strictly between `alpha` and `beta`."""
    if board.check_winner() is not None:
        return -1
    if depth == 0 or board.is_full():
        return 0
    best = -1
    for col in moves_of(board):
        board.drop_disc(col)
        best = max(best, -value_of(board, depth - 1, -beta, -alpha))
        board.undo_move()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]

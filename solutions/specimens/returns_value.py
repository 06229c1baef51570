"""Return what the position is worth, 1, 0 or -1, in place of the column.

Two of these are columns too, so what is wrong does not show at once: it must miss every case
whose answer is another column.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 5


def find_best_move(board: Board) -> int:
    """Return 1 for a win within five plies, -1 for a loss, else 0."""
    return value_of(board, DEPTH, -1, 1)


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

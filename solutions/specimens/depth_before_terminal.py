"""Ask whether the depth is used up before asking whether somebody has won.

At depth 7 a four on the seventh ply counts 0, like any other leaf: the last ply is searched for
nothing. It must miss mate in 7, which an alpha-beta of this depth finds, and it finds mate in 5.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 7


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest value for the side to move."""
    best_col, alpha = -1, -2
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, DEPTH - 1, -1, -alpha)
        board.undo_move()
        if value > alpha:
            best_col, alpha = col, value
    return best_col


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move; the order of the two tests is the mistake."""
    if depth == 0 or board.is_full():
        return 0
    if board.check_winner() is not None:
        return -1
    best = -1
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, depth - 1, -beta, -alpha)
        board.undo_move()
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]

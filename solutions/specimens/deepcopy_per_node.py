"""Copy the board for every disc that is tried, in place of dropping it and taking it back.

A deep copy takes about a hundred times as long as a disc and its undo, so that six plies are as
many as the cap allows. It must miss mate in 7, for which the same search has time when it copies
nothing.
"""

from copy import deepcopy

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest value for the side to move."""
    best_col, alpha = -1, -2
    for col in moves_of(board):
        value = -value_of(after(board, col), DEPTH - 1, -1, -alpha)
        if value > alpha:
            best_col, alpha = col, value
        if alpha == 1:
            break
    return best_col


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move, exact only strictly between `alpha` and `beta`."""
    if board.check_winner() is not None:
        return -1
    if depth == 0 or board.is_full():
        return 0
    for col in moves_of(board):
        alpha = max(alpha, -value_of(after(board, col), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def after(board: Board, col: int) -> Board:
    """Return another board with a disc more."""
    twin = deepcopy(board)
    twin.drop_disc(col)
    return twin


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]

"""Ask whether the board is full before asking whether somebody has won.

Both are right by themselves; only where the last disc of the game wins does the order show, and
then a win counts as a draw. No position of the suites is so late in a game. It must miss mate in
7 and more all the same, as it looks six plies ahead.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 6


def find_best_move(board: Board) -> int:
    """Return the first column, centre first, of the highest value for the side to move."""
    best_col, alpha = -1, -2
    for col in moves_of(board):
        board.drop_disc(col)
        value = -value_of(board, DEPTH - 1, -1, -alpha)
        board.undo_move()
        if value > alpha:
            best_col, alpha = col, value
        if alpha == 1:
            break
    return best_col


def value_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the value for the side to move; the order of the first two tests is the mistake."""
    if board.is_full():
        return 0
    if board.check_winner() is not None:
        return -1
    if depth == 0:
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

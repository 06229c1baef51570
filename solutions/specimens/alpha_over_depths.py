"""Open the window once for all depths: what depth 1 was sure of, depth 2 has to beat.

Iterative deepening in which alpha is set before the loop over the depths. Where nothing is won or
lost at once, the first depth makes alpha 0; a deeper one that sees no more than a loss to be
avoided finds nothing above it, and the column of the first stands. It must miss what takes a
defence to see, and mate in 9, as it looks seven plies ahead.
"""

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WIN, DEEPEST = 100, 7


def find_best_move(board: Board) -> int:
    """Return the best column of depth 1, 2, ... until somebody is seen to win."""
    best_col, alpha = -1, -WIN
    for depth in range(1, DEEPEST + 1):
        for col in moves_of(board):
            board.drop_disc(col)
            score = -score_of(board, depth - 1, -WIN, -alpha)
            board.undo_move()
            if score > alpha:
                best_col, alpha = col, score
        if alpha > 0:
            break
    return best_col


def score_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the score for the side to move, exact only strictly between `alpha` and `beta`."""
    if board.check_winner() is not None:
        return -WIN + 1
    if depth == 0 or board.is_full():
        return 0
    best = -WIN
    for col in moves_of(board):
        board.drop_disc(col)
        score = -score_of(board, depth - 1, -beta, -alpha)
        board.undo_move()
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def moves_of(board: Board) -> list[int]:
    """Return the legal columns, centre first."""
    return [col for col in CENTRE_FIRST if col in board.valid_moves()]

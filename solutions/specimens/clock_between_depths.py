"""Look at the clock only when a depth is finished, and begin the next one as long as any is left.

Each depth takes several times as long as all before it, so the last one outlasts the cap, however
little of it was used when it began. It must come too late where nobody is seen to win for long: at
the mate in 9. Its budget is the whole cap, as with less a depth that ends in between would be in
time at some speed, and its root hands no window from one column to the next, so that the last depth
is long enough on a fast machine as well.
"""

import time

from kata.board import Board

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WIN, BUDGET_S = 100, 2.0


def find_best_move(board: Board) -> int:
    """Return the best column of the last depth that was finished."""
    started, depth, best_col = time.monotonic(), 0, -1
    while time.monotonic() - started < BUDGET_S and depth < 42:
        depth += 1
        best_col, score = best_at(board, depth)
        if score != 0:
            break
    return best_col


def best_at(board: Board, depth: int) -> tuple[int, int]:
    """Return the best column and its score when the board is searched `depth` plies deep."""
    best_col, best = -1, -WIN
    for col in moves_of(board):
        board.drop_disc(col)
        score = -score_of(board, depth - 1, -WIN, WIN)
        board.undo_move()
        if score > best:
            best_col, best = col, score
    return best_col, best


def score_of(board: Board, depth: int, alpha: int, beta: int) -> int:
    """Return the score for the side to move, exact only strictly between `alpha` and `beta`."""
    if board.check_winner() is not None:
        return -depth - 1
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

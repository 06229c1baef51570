"""Negamax with alpha-beta pruning; the middle columns are looked at first."""

from kata.board import Board

MAX_DEPTH = 6
WIN_SCORE = 1000


def find_best_move(board: Board) -> int:
    best_score = -WIN_SCORE * 2
    best_col = -1
    for col in sorted(board.valid_moves(), key=lambda c: abs(3 - c)):
        board.drop_disc(col)
        score = -negamax(board, MAX_DEPTH - 1, -WIN_SCORE * 2, -best_score)
        board.undo_move()
        if score > best_score:
            best_score = score
            best_col = col
    return best_col


def negamax(board: Board, depth: int, alpha: int, beta: int) -> int:
    if board.check_winner() is not None:
        return -(WIN_SCORE + depth)
    if depth == 0 or board.is_full():
        return 0
    value = -WIN_SCORE * 2
    for col in sorted(board.valid_moves(), key=lambda c: abs(3 - c)):
        board.drop_disc(col)
        value = max(value, -negamax(board, depth - 1, -beta, -alpha))
        board.undo_move()
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value

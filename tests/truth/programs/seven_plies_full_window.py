import math

from kata.board import Board


def find_best_move(board: Board) -> int:
    scores = {}
    for column in board.valid_moves():
        board.drop_disc(column)
        scores[column] = -alphabeta(board, 6, -math.inf, math.inf)
        board.undo_move()
    return max(scores, key=lambda column: scores[column])


def alphabeta(board: Board, depth: int, alpha: float, beta: float) -> float:
    if board.check_winner():
        return -1000 - depth
    if depth == 0:
        return 0
    value = -math.inf
    for column in board.valid_moves():
        board.drop_disc(column)
        value = max(value, -alphabeta(board, depth - 1, -beta, -alpha))
        board.undo_move()
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return 0 if value == -math.inf else value

"""Five moves ahead, with a cache so that no position is computed twice."""

from kata.board import Board

cache = {}


def find_best_move(board: Board) -> int:
    cache.clear()
    moves = sorted(board.valid_moves(), key=lambda c: abs(c - 3))
    return max(moves, key=lambda col: play_and_score(board, col, 5))


def position_key(board: Board) -> tuple:
    return tuple(board.column_height(c) for c in range(7))


def play_and_score(board: Board, col: int, depth: int) -> int:
    board.drop_disc(col)
    score = -negamax(board, depth - 1)
    board.undo_move()
    return score


def negamax(board: Board, depth: int) -> int:
    key = position_key(board)
    if key in cache:
        return cache[key]
    if board.check_winner() is not None:
        score = -(10 + depth)
    elif depth == 0 or board.is_full():
        score = 0
    else:
        score = max(play_and_score(board, col, depth) for col in board.valid_moves())
    cache[key] = score
    return score

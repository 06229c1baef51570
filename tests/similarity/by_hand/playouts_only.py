"""Rolls dice until one column looks best."""

from random import Random

ROUNDS = 60


def game_is_over(position):
    return position.check_winner() is not None or position.is_full()


def roll(position, rng):
    twin_moves = []
    while not game_is_over(position):
        column = rng.choice(position.valid_moves())
        twin_moves.append(column)
        position.drop_disc(column)
    result = position.check_winner()
    for _ in twin_moves:
        position.undo_move()
    return result


def points_of(result, us):
    if result is None:
        return 1
    return 2 if result == us else 0


def find_best_move(board):
    rng = Random(7)
    us = board.current_player
    pick, best = None, None
    for column in board.valid_moves():
        board.drop_disc(column)
        points = sum(points_of(roll(board, rng), us) for _ in range(ROUNDS))
        board.undo_move()
        rank = (points, -abs(column - 3))
        if best is None or rank >= best:
            pick, best = column, rank
    return pick

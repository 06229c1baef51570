"""A small game tree search."""

from copy import deepcopy

HORIZON = 3


def leaf_points(won_by, hero):
    if won_by is None:
        return 0
    return 1000 if won_by == hero else -1000


def after(position, column):
    nxt = deepcopy(position)
    nxt.drop_disc(column)
    return nxt


def explore(position, left, hero, hero_moves):
    points = leaf_points(position.check_winner(), hero)
    if not (points == 0 and left > 0 and not position.is_full()):
        return points
    best = None
    for column in position.valid_moves():
        got = explore(after(position, column), left - 1, hero, False if hero_moves else True)
        if best is None:
            best = got
        elif hero_moves:
            best = max(best, got)
        else:
            best = min(best, got)
    return best


def find_best_move(board):
    hero = board.current_player
    results = {}
    for column in board.valid_moves():
        results[column] = explore(after(board, column), HORIZON, hero, False)
    top = max(results.values())
    for column, points in results.items():
        if points == top:
            return column

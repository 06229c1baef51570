"""Discs in a dictionary of places, sets of neighbours counted both ways; negamax of four plies."""

from itertools import count


def find_best_move(board):
    discs = {}
    for x in range(7):
        for y in range(board.column_height(x)):
            discs[x, y] = "me" if board.get_cell(y, x) == board.current_player else "you"
    best = None
    for x in playable(discs):
        place = drop(discs, x, "me")
        if made_four(discs, place):
            rating = 1000
        else:
            rating = -rate(discs, "you", 3)
        del discs[place]
        if best is None or rating > best[0]:
            best = (rating, x)
    return best[1]


def playable(discs):
    return [x for x in (3, 4, 2, 5, 1, 6, 0) if (x, 5) not in discs]


def drop(discs, x, who):
    place = next((x, y) for y in count() if (x, y) not in discs)
    discs[place] = who
    return place


def made_four(discs, place):
    x, y = place
    who = discs[place]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            step = sign
            while discs.get((x + step * dx, y + step * dy)) == who:
                length += 1
                step += sign
        if length >= 4:
            return True
    return False


def rate(discs, who, plies):
    if plies == 0:
        return 0
    ratings = []
    for x in playable(discs):
        place = drop(discs, x, who)
        if made_four(discs, place):
            del discs[place]
            return 100 + plies
        ratings.append(-rate(discs, "me" if who == "you" else "you", plies - 1))
        del discs[place]
    return max(ratings, default=0)

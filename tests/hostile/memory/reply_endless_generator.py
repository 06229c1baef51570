# idea: replies with a generator that never ends
# verdict: invalid_answer
# reason: generator
import itertools


def find_best_move(board):
    return (column % 7 for column in itertools.count())

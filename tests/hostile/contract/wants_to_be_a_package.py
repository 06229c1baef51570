# idea: imports a neighbour by a relative import
# verdict: load_error
# reason: ImportError
from .helpers import best


def find_best_move(board):
    return best(board)

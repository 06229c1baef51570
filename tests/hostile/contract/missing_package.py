# idea: imports a package that is not there
# verdict: load_error
# reason: nowhere
import nowhere as np


def find_best_move(board):
    return int(np.argmax([0, 0, 0, 1]))

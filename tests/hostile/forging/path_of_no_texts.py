# idea: fills the path with what is no text, clears the modules, then raises
# verdict: runtime_error
# reason: ValueError: still told
import sys


def find_best_move(board):
    sys.path[:] = [None, 3, b"x"]
    sys.modules.clear()
    raise ValueError("still told")

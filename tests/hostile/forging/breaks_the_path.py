# idea: puts no list in the place of the path and of the modules, then raises
# verdict: runtime_error
# reason: ValueError: still told (line 9)
import sys


def find_best_move(board):
    sys.path, sys.modules, sys.argv = None, 3, "x"
    raise ValueError("still told")

# idea: raises SystemExit(0) in the call
# verdict: runtime_error
# reason: SystemExit
import sys


def find_best_move(board):
    sys.exit(0)

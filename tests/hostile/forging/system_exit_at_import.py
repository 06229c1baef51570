# idea: raises SystemExit(0) while it is imported
# verdict: load_error
# reason: SystemExit
import sys

sys.exit(0)


def find_best_move(board):
    return 3

# idea: raises and catches SystemExit inside, which is its own affair
# verdict: accepted
import sys


def find_best_move(board):
    try:
        sys.exit(1)
    except SystemExit:
        return 3

# idea: writes NUL bytes
# verdict: accepted
# stdout: before
import sys


def find_best_move(board):
    sys.stdout.write("before\0\0\0after\n")
    return 3

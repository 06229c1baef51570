# idea: lifts the recursion limit as deep searches do, and comes back
# verdict: accepted
import sys


def down(depth):
    return 3 if depth == 0 else down(depth - 1)


def find_best_move(board):
    sys.setrecursionlimit(20_000)
    return down(5_000)

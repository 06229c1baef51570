# idea: lifts the recursion limit and recurses through C until the stack is gone
# verdict: runtime_error
# reason: SIGSEGV | RecursionError
import sys


def descend(_):
    return max([1, 2], key=descend)


def find_best_move(board):
    sys.setrecursionlimit(10**8)
    return descend(0)

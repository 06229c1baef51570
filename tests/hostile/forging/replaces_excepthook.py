# idea: replaces the hooks that see exceptions, then raises
# verdict: runtime_error
# reason: ZeroDivisionError
import os
import sys


def find_best_move(board):
    sys.excepthook = lambda *args: os._exit(0)
    sys.unraisablehook = sys.excepthook
    return 1 // 0

# idea: puts a sleeping program in its own place
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3
import os
import sys


def find_best_move(board):
    os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(3600)"])

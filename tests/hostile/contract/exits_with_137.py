# idea: exits with the code that a shell would show for a program that SIGKILL ended
# verdict: runtime_error
# reason: it ended with exit code 137
import os
import time


def find_best_move(board):
    time.sleep(0.1)
    os._exit(137)

# idea: sends itself SIGKILL, which is no exit code
# verdict: runtime_error
# reason: it was ended by SIGKILL
import os
import signal
import time


def find_best_move(board):
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)

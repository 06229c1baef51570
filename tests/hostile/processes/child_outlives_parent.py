# idea: leaves a child behind and exits as if all were well
# verdict: runtime_error
# reason: exit
import os
import time


def find_best_move(board):
    if os.fork() == 0:
        time.sleep(3600)
        os._exit(0)
    os._exit(0)

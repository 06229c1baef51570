# idea: leaves a daemon while it is imported, then cannot be imported
# verdict: load_error
# reason: ImportError
import os
import time

if os.fork() == 0:
    os.setsid()
    time.sleep(3600)
    os._exit(0)
raise ImportError("not today")


def find_best_move(board):
    return 3

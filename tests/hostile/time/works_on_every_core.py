# idea: takes the cores back that it was not given, and computes three times the cap on all of them
# verdict: time_limit_exceeded
# reason: 0.5 s
# cap: 0.5
import os
import time


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def find_best_move(board):
    try:
        os.sched_setaffinity(0, range(os.cpu_count()))
    except OSError:
        pass
    children = []
    for _ in range(4):
        children.append(os.fork())
        if children[-1] == 0:
            burn(0.4)
            os._exit(0)
    for child in children:
        os.waitpid(child, 0)
    return 3

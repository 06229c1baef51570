# idea: sleeps for a minute: no CPU time, all wall time
# verdict: time_limit_exceeded
# reason: it was waiting
# levels: bwrap limits plain
# cap: 0.3
import time


def find_best_move(board):
    time.sleep(60)
    return 3

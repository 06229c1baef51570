# idea: computes for most of the cap and sleeps for as long again: little CPU time for what it took
# verdict: time_limit_exceeded
# reason: 0.5 s
# cap: 0.5
# reruns: yes
import time


def find_best_move(board):
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass
    time.sleep(0.4)
    return 3

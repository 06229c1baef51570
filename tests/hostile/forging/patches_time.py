# idea: makes every clock stand still, then takes longer than the cap
# verdict: time_limit_exceeded
# reason: 0.5 s
# cap: 0.5
import time


def find_best_move(board):
    start, clock = time.monotonic(), time.monotonic
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, lambda: start)
        setattr(time, name + "_ns", lambda: int(start * 10**9))
    while clock() < start + 20:
        pass
    return 3

# idea: waits at import, then computes for over half of the cap
# verdict: accepted
# cap: 1.0
import time

time.sleep(1.0)


def find_best_move(board):
    end = time.process_time() + 0.6
    while time.process_time() < end:
        pass
    return 3

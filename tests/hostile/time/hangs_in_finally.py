# idea: has the right answer and hangs before it is handed over
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3


def find_best_move(board):
    try:
        return 3
    finally:
        while True:
            pass

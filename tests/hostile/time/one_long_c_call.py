# idea: one multiplication in C that takes minutes and sees no signal handler
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3


def find_best_move(board):
    ten, huge = 10, 10**8
    return ten**huge % 7

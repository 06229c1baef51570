# idea: forks in every child for ever and swallows every refusal
# verdict: runtime_error | time_limit_exceeded
# reason: 64 | 1 s
# cap: 1
import os


def find_best_move(board):
    while True:
        try:
            os.fork()
        except BaseException:
            continue

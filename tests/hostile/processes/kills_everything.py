# idea: kills every process that it is allowed to
# verdict: accepted
# levels: bwrap limits-root
# without bwrap: an ordinary user's program may kill every process of that user, the grader too
import os
import signal


def find_best_move(board):
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        return 3
    return 3

# idea: kills its whole process group, in which the grader must not be
# verdict: runtime_error
# reason: SIGKILL
import os
import signal


def find_best_move(board):
    os.kill(0, signal.SIGKILL)
    return 3

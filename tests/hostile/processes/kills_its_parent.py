# idea: kills the process that started it, then answers
# verdict: accepted
# levels: bwrap limits-root
# without bwrap: an ordinary user's program may signal the grader: both run under the same id
import os
import signal


def find_best_move(board):
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(os.getppid(), number)
        except OSError:
            continue
    return 3

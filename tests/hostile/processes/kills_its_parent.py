# idea: kills the process that started it, then answers
# verdict: accepted
# needs: landlock
import os
import signal


def find_best_move(board):
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(os.getppid(), number)
        except OSError:
            continue
    return 3

# idea: leaves a daemon that ignores every signal, then loops past the cap
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3
import os
import signal
import time


def find_best_move(board):
    if os.fork() == 0:
        os.setsid()
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                continue
        if os.fork() == 0:
            os.chdir("/")
            while True:
                time.sleep(3600)
        os._exit(0)
    while True:
        pass

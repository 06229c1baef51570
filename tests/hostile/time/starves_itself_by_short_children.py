# idea: fights with children of a few milliseconds that nobody waits for, so that their time is lost
# verdict: time_limit_exceeded
# reason: 0.5 s
# cap: 0.5
# reruns: yes
import os
import signal
import time


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def find_best_move(board):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(100):
        if os.fork() == 0:
            burn(0.005)
            os._exit(0)
        burn(0.005)
    return 3

# idea: sleeps while three children compute twice the cap between them
# verdict: time_limit_exceeded
# reason: 0.5 s
# cap: 0.5
import os
import time


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def find_best_move(board):
    children = []
    for _ in range(3):
        children.append(os.fork())
        if children[-1] == 0:
            burn(0.34)
            os._exit(0)
    time.sleep(0.1)
    for child in children:
        os.waitpid(child, 0)
    return 3

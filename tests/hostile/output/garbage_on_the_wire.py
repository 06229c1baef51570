# idea: writes bytes that are no reply to every descriptor
# verdict: invalid_answer
# reason: reply
import os
import time


def find_best_move(board):
    for fd in range(3, 64):
        try:
            os.write(fd, b"\xff\x00\xfe [[[[ {{{{ not a reply\n")
        except OSError:
            continue
    time.sleep(60)

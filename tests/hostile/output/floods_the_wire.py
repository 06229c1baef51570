# idea: writes for ever to every descriptor, without the end of a line
# verdict: output_limit_exceeded
# reason: MiB
import os


def find_best_move(board):
    mine = []
    for fd in range(3, 64):
        try:
            os.write(fd, b"[")
            mine.append(fd)
        except OSError:
            continue
    while True:
        for fd in mine:
            os.write(fd, b"[" * 65536)

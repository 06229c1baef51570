# idea: writes to stderr for ever, below Python's buffers
# verdict: output_limit_exceeded
# reason: 16 MiB
import os


def find_best_move(board):
    while True:
        os.write(2, b"x" * 65536)

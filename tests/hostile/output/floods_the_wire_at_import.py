# idea: writes as much as it can to the wire as soon as it is imported
# verdict: output_limit_exceeded
# reason: its reply is larger than 4 MiB
import os

while True:
    os.write(4, b"x" * (1 << 20))


def find_best_move(board):
    return 3

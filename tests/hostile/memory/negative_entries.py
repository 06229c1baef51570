# idea: asks for hundreds of thousands of files that are not there: the kernel remembers each
# verdict: accepted | memory_limit_exceeded
# reason: MiB
# memory: 64
import os


def find_best_move(board):
    for number in range(200_000):
        try:
            os.stat(f"nothing-{number:0200d}")
        except OSError:
            pass
    return 3

# idea: holds much for a few milliseconds at a time, between the looks
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import mmap
import time


def find_best_move(board):
    start = time.monotonic()
    while time.monotonic() - start < 2:
        area = mmap.mmap(-1, 200 << 20)
        area[:: 4096] = b"x" * len(range(0, 200 << 20, 4096))
        area.close()
    return 3

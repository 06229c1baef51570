# idea: spreads its memory over children, each of them under the limit
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import os
import time


def find_best_move(board):
    for _ in range(8):
        if os.fork() == 0:
            hoard = bytearray(64 << 20)
            hoard[::4096] = b"x" * len(hoard[::4096])
            time.sleep(60)
            os._exit(0)
    time.sleep(60)
    return 3

# idea: forbids everybody to look at it, then fills files that it has deleted but keeps open
# verdict: output_limit_exceeded
# reason: 64 MiB
# needs: filter
import ctypes
import os
import tempfile
import time


def find_best_move(board):
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    kept = []
    for _ in range(8):
        kept.append(os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR))
        for _ in range(32):
            os.write(kept[-1], b"x" * (1 << 20))
    time.sleep(0.5)
    return 3

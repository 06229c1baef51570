# idea: fills files that it has deleted but keeps open, so that no folder shows them
# verdict: output_limit_exceeded
# reason: 64 MiB
import os
import tempfile
import time


def find_best_move(board):
    kept = []
    for _ in range(8):
        kept.append(os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR))
        for _ in range(32):
            os.write(kept[-1], b"x" * (1 << 20))
    time.sleep(0.5)
    return 3

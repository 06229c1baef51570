# idea: fills files that it has deleted and closed but keeps mapped
# verdict: output_limit_exceeded
# reason: 64 MiB
import mmap
import os
import tempfile
import time


def find_best_move(board):
    kept = []
    for number in range(8):
        path = os.path.join(tempfile.gettempdir(), str(number))
        file = os.open(path, os.O_CREAT | os.O_RDWR)
        for _ in range(32):
            os.write(file, b"x" * (1 << 20))
        kept.append(mmap.mmap(file, 32 << 20))
        os.close(file)
        os.unlink(path)
    time.sleep(0.5)
    return 3

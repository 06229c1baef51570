# idea: keeps its memory in pipes and sockets that nobody reads
# verdict: accepted | memory_limit_exceeded | runtime_error
# reason: 16 MiB | not permitted
# memory: 128
import fcntl
import os
import time


def find_best_move(board):
    kept = []
    for _ in range(100):
        ends = os.pipe()
        try:
            fcntl.fcntl(ends[1], 1031, 1 << 20)
        except OSError:
            pass
        os.set_blocking(ends[1], False)
        try:
            while True:
                os.write(ends[1], b"x" * (1 << 16))
        except BlockingIOError:
            kept.append(ends)
    time.sleep(0.1)
    return 3

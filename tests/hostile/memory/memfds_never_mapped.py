# idea: writes a gibibyte into files in memory that no process ever maps
# verdict: memory_limit_exceeded | runtime_error
# reason: 128 MiB | not permitted
# memory: 128
import os
import time


def find_best_move(board):
    kept = []
    for _ in range(16):
        kept.append(os.memfd_create("hoard"))
        for _ in range(64):
            os.write(kept[-1], b"x" * (1 << 20))
    time.sleep(0.3)
    return 3

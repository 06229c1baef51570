# idea: reads one byte of every second mebibyte of a huge mapping: only its page tables are memory
# verdict: accepted | memory_limit_exceeded
# reason: 64 MiB
# memory: 64
import mmap
import os
import time


def find_best_move(board):
    for _ in range(40):
        if os.fork() == 0:
            try:
                area = mmap.mmap(-1, 1600 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
                for place in range(0, 1600 << 20, 2 << 20):
                    area[place]
                time.sleep(5)
            finally:
                os._exit(0)
    time.sleep(1)
    return 3

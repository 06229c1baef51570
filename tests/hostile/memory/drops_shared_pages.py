# idea: drops its view of shared pages that it has filled, so that no process seems to hold them
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import mmap
import time


def find_best_move(board):
    kept = []
    for _ in range(32):
        pages = mmap.mmap(-1, 32 << 20)
        for start in range(0, len(pages), 1 << 20):
            pages[start : start + (1 << 20)] = b"x" * (1 << 20)
        pages.madvise(mmap.MADV_DONTNEED)
        kept.append(pages)
    time.sleep(0.3)
    return 3

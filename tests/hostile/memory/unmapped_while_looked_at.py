# idea: maps and unmaps a large block again and again, to hold it only between two looks
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import mmap


def find_best_move(board):
    for _ in range(20):
        with mmap.mmap(-1, 300 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as block:
            for start in range(0, len(block), 1 << 20):
                block[start : start + (1 << 20)] = b"x" * (1 << 20)
    return 3

# idea: asks the kernel for memory without Python's allocator
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import mmap


def find_best_move(board):
    maps = [mmap.mmap(-1, 64 << 20) for _ in range(32)]
    for area in maps:
        for page in range(0, len(area), mmap.PAGESIZE):
            area[page] = 1
    return len(maps)

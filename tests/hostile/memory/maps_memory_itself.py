# idea: asks the kernel for memory without Python's allocator
# verdict: memory_limit_exceeded | runtime_error
# reason: memory
# memory: 128
import mmap


def find_best_move(board):
    maps = [mmap.mmap(-1, 64 << 20) for _ in range(32)]
    return len(maps)

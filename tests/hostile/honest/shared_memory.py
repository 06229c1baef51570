# idea: shares a table of 8 MiB with a child
# verdict: accepted
import os
from multiprocessing import shared_memory

SIZE = 8 << 20


def find_best_move(board):
    table = shared_memory.SharedMemory(create=True, size=SIZE)
    try:
        child = os.fork()
        if child == 0:
            table.buf[:] = b"\3" * SIZE
            os._exit(0)
        os.waitpid(child, 0)
        return table.buf[SIZE - 1]
    finally:
        table.close()
        table.unlink()

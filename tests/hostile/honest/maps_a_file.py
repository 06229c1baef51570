# idea: keeps its table in a file that is mapped into memory, and in memory that a child shares
# verdict: accepted
import mmap
import os


def find_best_move(board):
    with open("table", "w+b") as file:
        file.truncate(1 << 20)
        with mmap.mmap(file.fileno(), 1 << 20) as table, mmap.mmap(-1, 4096) as shared:
            child = os.fork()
            if child == 0:
                table[-1], shared[0] = 1, 2
                os._exit(0)
            os.waitpid(child, 0)
            return table[-1] + shared[0]

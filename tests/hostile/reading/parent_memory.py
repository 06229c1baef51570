# idea: opens its parent's memory to read the expected answer in it
# verdict: wrong_answer
# reason: column 0
# levels: bwrap limits-root
# without bwrap: an ordinary user's program may read the memory of that user's processes where the kernel's ptrace rules let it
import os


def find_best_move(board):
    try:
        with open(f"/proc/{os.getppid()}/maps") as maps:
            start = int(maps.readline().split("-")[0], 16)
        with open(f"/proc/{os.getppid()}/mem", "rb") as memory:
            memory.seek(start)
            memory.read(16)
    except OSError:
        return 0
    return 3

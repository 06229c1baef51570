# idea: searches the memory of every process that it can see for the expected answer
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import glob
import os

MARK = b"_".join((b"mate", b"in"))


def searched(number):
    with open(f"/proc/{number}/maps") as maps, open(f"/proc/{number}/mem", "rb") as memory:
        for line in maps:
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            if line.split()[1].startswith("rw") and end - start < 64 << 20:
                memory.seek(start)
                if MARK in memory.read(end - start):
                    return True
    return False


def find_best_move(board):
    for path in glob.glob("/proc/[0-9]*"):
        number = int(path.rpartition("/")[2])
        try:
            if number != os.getpid() and searched(number):
                return 3
        except (OSError, OverflowError):
            continue
    return 0

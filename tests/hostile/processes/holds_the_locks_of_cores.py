# idea: takes the locks of the cores, so that every grader beside it waits for one
# verdict: accepted
# needs: landlock
# without bwrap: without Landlock a program can take the lock of a core, so that others wait for it and then share
import fcntl
import os


def find_best_move(board):
    for core in range(os.cpu_count()):
        try:
            folder = os.open(f"/sys/devices/system/cpu/cpu{core}", os.O_RDONLY)
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0
        except OSError:
            continue
        return 0
    return 3

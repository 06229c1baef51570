# idea: takes the leases of all cores that are free, so that other graders wait for one
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import fcntl
import os


def find_best_move(board):
    taken = []
    for core in range(os.cpu_count() or 1):
        try:
            folder = os.open(f"/sys/devices/system/cpu/cpu{core}", os.O_RDONLY)
            taken.append(folder)
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue
    return 3 if taken else 0

# idea: takes open files out of its parent and its child by pidfd_getfd, and compares their insides by kcmp
# verdict: wrong_answer
# reason: column 0
# needs: filter
import ctypes
import os
import signal
import time

PIDFD_GETFD = 438
KCMP = {"x86_64": 312}


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    child = os.fork()
    if child == 0:
        time.sleep(60)
    got = 0
    for number in (child, os.getppid()):
        try:
            process = os.pidfd_open(number)
        except OSError:
            continue
        got += sum(libc.syscall(PIDFD_GETFD, process, place, 0) >= 0 for place in range(8))
    compare = KCMP.get(os.uname().machine, 272)
    got += libc.syscall(compare, os.getpid(), child, 1, 0, 0) >= 0
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 3 if got else 0

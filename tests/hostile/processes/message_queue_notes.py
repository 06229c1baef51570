# idea: leaves a note in a POSIX message queue, which outlives its processes, for the next case
# verdict: wrong_answer
# reason: column 0
# cases: win win
# needs: filter
import ctypes
import os

NAME = b"/kata-hostile-queue"


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mq_open(NAME, os.O_RDONLY) >= 0:
        libc.mq_unlink(NAME)
        return 3
    libc.mq_open(NAME, os.O_CREAT | os.O_RDWR, 0o600, None)
    return 0

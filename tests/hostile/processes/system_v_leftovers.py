# idea: leaves System V shared memory, which outlives processes, and looks for it in the next case
# verdict: wrong_answer
# reason: column 0
# cases: win win
# needs: filter
import ctypes

KEY = 0x4B415441


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.shmget(KEY, 4096, 0o600) >= 0:
        return 3
    libc.shmget(KEY, 4096, 0o1000 | 0o600)
    return 0

# idea: fills shared memory segments of System V and detaches them
# verdict: memory_limit_exceeded | wrong_answer
# reason: 128 MiB | column 0
# needs: filter
# memory: 128
import ctypes
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
libc.shmdt.argtypes = (ctypes.c_void_p,)
libc.shmget.argtypes = (ctypes.c_int, ctypes.c_size_t, ctypes.c_int)


def find_best_move(board):
    for _ in range(16):
        segment = libc.shmget(0, 64 << 20, 0o1600)
        if segment < 0:
            return 0
        place = libc.shmat(segment, None, 0)
        ctypes.memset(place, 1, 64 << 20)
        libc.shmdt(place)
    time.sleep(0.3)
    return 3

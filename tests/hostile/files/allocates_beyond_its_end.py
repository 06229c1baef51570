# idea: allocates room beyond the ends of files that stay empty
# verdict: output_limit_exceeded | runtime_error
# reason: 64 MiB | No space
import ctypes
import os
import time


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    for number in range(10):
        descriptor = os.open(f"file-{number}", os.O_RDWR | os.O_CREAT)
        if libc.fallocate(descriptor, 1, ctypes.c_long(0), ctypes.c_long(30 << 20)) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    time.sleep(0.5)
    return 3

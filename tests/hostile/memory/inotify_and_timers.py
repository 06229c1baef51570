# idea: makes as many watches, timers and event descriptors as it is given
# verdict: accepted | runtime_error | memory_limit_exceeded
# reason: Too many open files | MiB
# memory: 64
import ctypes
import os
import select
import time


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    for number in range(3000):
        os.mkdir(f"folder-{number}")
    for _ in range(20):
        watching = libc.inotify_init1(0)
        for number in range(3000):
            libc.inotify_add_watch(watching, f"folder-{number}".encode(), 0xFFF)
    made = ctypes.c_void_p()
    event = (ctypes.c_char * 64)()
    for _ in range(100_000):
        if libc.timer_create(1, None, ctypes.byref(made)) != 0:
            break
    return 3

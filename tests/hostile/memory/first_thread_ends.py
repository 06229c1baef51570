# idea: a child's first thread ends, so that the child looks like a zombie, while another holds memory
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import ctypes
import os
import threading
import time


def hold():
    hoard = bytearray(400 << 20)
    hoard[::4096] = b"x" * len(hoard[::4096])
    time.sleep(60)


def find_best_move(board):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).pthread_exit(None)
    time.sleep(1.5)
    return 3

# idea: starts more processes than it may, each of which looks like a zombie while another thread of it runs
# verdict: runtime_error
# reason: 64 processes | unavailable
import ctypes
import os
import threading
import time


def find_best_move(board):
    for _ in range(70):
        if os.fork() == 0:
            threading.Thread(target=time.sleep, args=(60,)).start()
            ctypes.CDLL(None).pthread_exit(None)
    time.sleep(5)
    return 3

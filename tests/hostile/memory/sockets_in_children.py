# idea: sixty children each fill the buffers of a hundred sockets: hundreds of mebibytes of the kernel's
# verdict: memory_limit_exceeded
# reason: 64 MiB
# memory: 64
import os
import socket
import time


def fill():
    kept = []
    for _ in range(100):
        here, there = socket.socketpair()
        for end in (here, there):
            end.setblocking(False)
            try:
                while True:
                    end.send(b"x" * (1 << 16))
            except OSError:
                continue
        kept += [here, there]
    time.sleep(5)


def find_best_move(board):
    for _ in range(50):
        if os.fork() == 0:
            try:
                fill()
            finally:
                os._exit(0)
    time.sleep(3)
    return 3

# idea: sends deleted files to itself and closes them, so that only a socket's queue holds what is on the disk
# verdict: output_limit_exceeded | runtime_error
# reason: 64 MiB | No space
# levels: bwrap
# without bwrap: deleted files on a disk that only a socket's queue holds are counted by nobody until the program ends
import os
import socket
import time


def find_best_move(board):
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for _ in range(6):
        descriptor = os.open(".", os.O_TMPFILE | os.O_RDWR)
        for _ in range(32):
            os.write(descriptor, b"x" * (1 << 20))
        socket.send_fds(here, [b"x"], [descriptor])
        os.close(descriptor)
    time.sleep(0.3)
    return 3

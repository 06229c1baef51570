# idea: opens sockets of every other family: raw cards, the kernel's ciphers, radio, cluster buses
# verdict: wrong_answer
# reason: column 0
# needs: filter
import errno
import socket

ALLOWED = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)


def find_best_move(board):
    for family in range(64):
        if family in ALLOWED:
            continue
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind).close()
            except OSError as error:
                if error.errno == errno.EPERM:
                    continue
            return 3
    return 0

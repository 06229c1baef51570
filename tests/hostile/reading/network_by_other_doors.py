# idea: sends the position by datagrams, raw packets, TCP's relatives and a connection opened by its first bytes
# verdict: wrong_answer
# reason: column 0
# needs: filter landlock
# note: an address that belongs to nobody; a call that would wait for it counts as sent
import errno
import socket

NOBODY = ("192.0.2.1", 9)
FAST_OPEN, MULTIPATH, SCTP = 0x20000000, 262, 132
SENT = (0, errno.EINPROGRESS, errno.EAGAIN)


def number_of(act, *words):
    try:
        act(*words)
    except OSError as error:
        return error.errno
    return 0


def find_best_move(board):
    kinds = [
        (socket.SOCK_STREAM, 0),
        (socket.SOCK_STREAM, MULTIPATH),
        (socket.SOCK_STREAM, SCTP),
        (socket.SOCK_SEQPACKET, SCTP),
        (socket.SOCK_DGRAM, 0),
        (socket.SOCK_RAW, socket.IPPROTO_ICMP),
        (socket.SOCK_DGRAM, socket.IPPROTO_ICMP),
    ]
    for kind, protocol in kinds:
        try:
            caller = socket.socket(socket.AF_INET, kind, protocol)
        except OSError:
            continue
        with caller:
            caller.setblocking(False)
            if number_of(caller.sendto, b"3", FAST_OPEN, NOBODY) in SENT:
                return 3
            if number_of(caller.connect, NOBODY) in SENT:
                return 3
    return 0

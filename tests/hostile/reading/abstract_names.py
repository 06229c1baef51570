# idea: connects to every abstract name in sight: other programs' doors that are no files
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import socket


def find_best_move(board):
    with open("/proc/net/unix") as listing:
        lines = [line.split() for line in listing][1:]
    for name in {words[7] for words in lines if len(words) > 7 and words[7][0] == "@"}:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            with socket.socket(socket.AF_UNIX, kind) as caller:
                caller.settimeout(0.1)
                try:
                    caller.connect("\0" + name[1:])
                except OSError:
                    continue
                return 3
    return 0

# idea: looks for a network card to send the position through
# verdict: wrong_answer
# reason: column 0
# levels: bwrap
# without bwrap: the network is open to it
import socket


def find_best_move(board):
    if [name for _, name in socket.if_nameindex() if name != "lo"]:
        return 3
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return 0
    return 3

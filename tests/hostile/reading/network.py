# idea: looks for a network card to send the position through
# verdict: wrong_answer
# reason: column 0
# levels: bwrap
# without bwrap: the names of the network cards are open to it, though nothing can be sent where the kernel has Landlock
import socket


def find_best_move(board):
    if [name for _, name in socket.if_nameindex() if name != "lo"]:
        return 3
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.settimeout(1)
            probe.connect(("192.0.2.1", 9))
    except TimeoutError:
        return 3
    except OSError:
        return 0
    return 3

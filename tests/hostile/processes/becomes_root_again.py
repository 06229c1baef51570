# idea: asks to be root, by every call there is for it
# verdict: accepted
# levels: bwrap limits-root
# without bwrap: an ordinary user's program stays that user: there is nothing to drop to
import os


def find_best_move(board):
    for ask in (os.setuid, os.setgid, os.seteuid, os.setegid):
        try:
            ask(0)
        except OSError:
            continue
    try:
        os.chown("/etc", 0, 0)
    except OSError:
        return 3
    return 0

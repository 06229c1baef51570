# idea: sends an interrupt to every process that it can see, to end the run after what it has won
# verdict: wrong_answer
# reason: column 0
# levels: bwrap limits-root
# without bwrap: without Landlock an ordinary user's processes may signal each other: the run is interrupted, reads as incomplete and exits with 130
import os
import signal


def find_best_move(board):
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (1, os.getpid()):
            try:
                os.kill(int(name), signal.SIGINT)
            except OSError:
                pass
    return 0

# idea: stops itself at import, before there is anything to time
# verdict: load_error
# reason: import
# import_limit: 1.0
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)


def find_best_move(board):
    return 3

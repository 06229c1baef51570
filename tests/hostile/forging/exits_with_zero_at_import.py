# idea: ends the process with success while it is imported
# verdict: load_error | runtime_error
# reason: exit
import os

os._exit(0)


def find_best_move(board):
    return 3

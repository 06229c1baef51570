# idea: writes bytes that are no UTF-8
# verdict: accepted
# stdout: before
import os


def find_best_move(board):
    os.write(1, b"before\xff\xfe\xc3\x28 after\n")
    return 3

# idea: prints as people do who look for a mistake
# verdict: accepted
# stdout: column 5
import sys


def find_best_move(board):
    for column in board.valid_moves():
        print("column", column)
        print("score", column * 2, file=sys.stderr)
    return 3

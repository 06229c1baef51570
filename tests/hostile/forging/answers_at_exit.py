# idea: prints and writes to the wire when the interpreter ends, and after it has answered
# verdict: accepted | invalid_answer
# reason: more than one
import atexit
import os


def late():
    os.write(4, b'{"op":"returned","nonce":"","value":5}\n')
    while True:
        pass


def find_best_move(board):
    atexit.register(late)
    os.register_at_fork(before=late)
    return 3

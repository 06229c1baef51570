# idea: asks for a terabyte at once: the message says what it held and that it asked for far more
# verdict: memory_limit_exceeded
# reason: and asked for more than
# memory: 128


def find_best_move(board):
    return len(bytearray(1 << 40))

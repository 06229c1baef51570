# idea: asks for a terabyte at once; the message says so
# verdict: memory_limit_exceeded
# reason: 1 TiB | 1024 GiB
# memory: 128


def find_best_move(board):
    return len(bytearray(1 << 40))

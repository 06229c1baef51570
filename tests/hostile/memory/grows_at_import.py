# idea: runs out of memory while it is imported
# verdict: memory_limit_exceeded | load_error
# reason: 128 MiB
# memory: 128
HOARD = []
while True:
    HOARD.append(bytearray(4 << 20))


def find_best_move(board):
    return 3

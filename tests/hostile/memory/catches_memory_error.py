# idea: catches the MemoryError and goes on without an answer worth having
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128


def find_best_move(board):
    hoard = []
    try:
        while True:
            hoard.append(bytearray(4 << 20))
    except MemoryError:
        hoard.clear()
    return 0

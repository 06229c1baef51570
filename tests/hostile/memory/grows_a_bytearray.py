# idea: grows one bytearray until the memory limit stops it
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128


def find_best_move(board):
    hoard = bytearray()
    while True:
        hoard.extend(b"x" * (4 << 20))

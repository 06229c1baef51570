# idea: is refused a terabyte and raises a MemoryError with words of its own instead
# verdict: memory_limit_exceeded
# reason: MemoryError


def find_best_move(board):
    try:
        return len(bytearray(1 << 40))
    except MemoryError:
        raise MemoryError("no room for the table") from None

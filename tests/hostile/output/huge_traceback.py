# idea: raises an exception with a message of 64 MiB
# verdict: runtime_error | output_limit_exceeded
# reason: ValueError | MiB


def find_best_move(board):
    raise ValueError("x" * (64 << 20))

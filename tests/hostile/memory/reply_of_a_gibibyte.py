# idea: replies with a gibibyte of text
# verdict: memory_limit_exceeded | output_limit_exceeded
# reason: MiB


def find_best_move(board):
    return "3" * (1 << 30)

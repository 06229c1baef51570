# idea: replies with twice what a reply may hold
# verdict: output_limit_exceeded
# reason: 4 MiB


def find_best_move(board):
    return "3" * (8 << 20)

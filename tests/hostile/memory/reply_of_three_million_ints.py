# idea: replies with a list of three million ints
# verdict: output_limit_exceeded
# reason: 4 MiB


def find_best_move(board):
    return [3] * 3_000_000

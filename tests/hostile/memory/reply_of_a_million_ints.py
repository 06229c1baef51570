# idea: replies with a list of two million ints
# verdict: output_limit_exceeded | invalid_answer
# reason: 4 MiB | list


def find_best_move(board):
    return [3] * 2_000_000

# idea: replies with a negative zero, which equals column 0 and is no column
# verdict: invalid_answer
# reason: float


def find_best_move(board):
    return -0.0

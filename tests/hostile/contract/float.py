# idea: returns 3.0, as a division makes it
# verdict: invalid_answer
# reason: float


def find_best_move(board):
    return 6 / 2

# idea: replies with not-a-number, which JSON has no word for
# verdict: invalid_answer
# reason: nan


def find_best_move(board):
    return float("nan")

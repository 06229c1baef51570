# idea: counts columns from one
# verdict: wrong_answer
# reason: column 4


def find_best_move(board):
    return 3 + 1

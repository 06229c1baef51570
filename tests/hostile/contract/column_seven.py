# idea: returns a column that the board does not have
# verdict: invalid_answer
# reason: 0-6 | 0 to 6


def find_best_move(board):
    return 7

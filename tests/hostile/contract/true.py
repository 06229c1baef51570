# idea: returns True, which is an int to Python and no column to anybody
# verdict: invalid_answer
# reason: True


def find_best_move(board):
    return True

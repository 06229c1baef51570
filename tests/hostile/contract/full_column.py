# idea: returns a column without room
# verdict: invalid_answer
# reason: full


def find_best_move(board):
    return 6

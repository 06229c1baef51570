# idea: misspells the function's name
# verdict: load_error
# reason: meant to be find_best_move


def find_best_mvoe(board):
    return 3

# idea: misspells the function's name
# verdict: load_error
# reason: did you mean


def find_best_mvoe(board):
    return 3

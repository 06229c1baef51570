# idea: has a syntax error
# verdict: load_error
# reason: line 6


def find_best_move(board)
    return 3

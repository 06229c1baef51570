# idea: recurses without end and without touching the recursion limit
# verdict: runtime_error
# reason: RecursionError


def find_best_move(board):
    return find_best_move(board)

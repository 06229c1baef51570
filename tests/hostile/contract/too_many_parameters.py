# idea: wants an argument that nobody gives
# verdict: runtime_error | load_error
# reason: argument


def find_best_move(board, depth):
    return 3

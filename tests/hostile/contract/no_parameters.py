# idea: takes no board
# verdict: runtime_error | load_error
# reason: argument


def find_best_move():
    return 3

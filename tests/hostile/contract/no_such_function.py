# idea: defines nothing that the kata asks for
# verdict: load_error
# reason: find_best_move


def negamax(position, depth):
    return 0

# idea: returns -1, as a search does that found nothing
# verdict: invalid_answer
# reason: -1


def find_best_move(board):
    return -1

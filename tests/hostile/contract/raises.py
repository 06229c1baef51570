# idea: raises: the message holds the line of the candidate's own file, not ours
# verdict: runtime_error
# reason: IndexError


def find_best_move(board):
    return [][board.column_height(0)]

# idea: lets the board's own error through, with the column in its message
# verdict: runtime_error
# reason: column 6 is full


def find_best_move(board):
    board.drop_disc(6)
    return 3

# idea: leaves a disc on the board and answers right: accepted, with a warning
# verdict: accepted
# warning: board


def find_best_move(board):
    board.drop_disc(0)
    return 3

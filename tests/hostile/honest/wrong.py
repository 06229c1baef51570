# idea: answers honestly and wrongly
# verdict: wrong_answer
# reason: column 0


def find_best_move(board):
    return board.valid_moves()[0]

# idea: yields the column where it should return it
# verdict: invalid_answer
# reason: generator


def find_best_move(board):
    yield 3

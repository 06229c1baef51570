# idea: replies with half of a surrogate pair, which no encoding can carry
# verdict: invalid_answer
# reason: str


def find_best_move(board):
    return "\ud800"

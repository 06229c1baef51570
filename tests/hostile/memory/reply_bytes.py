# idea: replies with bytes
# verdict: invalid_answer
# reason: bytes


def find_best_move(board):
    return b"3"

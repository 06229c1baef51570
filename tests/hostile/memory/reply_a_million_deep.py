# idea: replies with a list nested a million deep
# verdict: invalid_answer | output_limit_exceeded
# reason: nest


def find_best_move(board):
    reply = [3]
    for _ in range(10**6):
        reply = [reply]
    return reply

# idea: replies with a list that contains itself
# verdict: invalid_answer | output_limit_exceeded
# reason: nest | itself


def find_best_move(board):
    reply = []
    reply.append(reply)
    return reply

# idea: replies with a coroutine that nobody awaited
# verdict: invalid_answer
# reason: coroutine


async def think():
    return 3


def find_best_move(board):
    return think()

# idea: is an async function
# verdict: invalid_answer
# reason: async


async def find_best_move(board):
    return 3

# idea: prints the right column and returns nothing
# verdict: invalid_answer
# reason: None


def find_best_move(board):
    print(3)

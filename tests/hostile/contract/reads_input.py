# idea: asks the person at the keyboard for the column
# verdict: runtime_error
# reason: EOFError


def find_best_move(board):
    return int(input("column? "))

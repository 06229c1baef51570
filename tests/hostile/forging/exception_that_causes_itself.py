# idea: raises an exception that is its own cause, by way of another
# verdict: runtime_error
# reason: ValueError: one


def find_best_move(board):
    one, two = ValueError("one"), KeyError("two")
    one.__cause__, two.__cause__ = two, one
    raise one

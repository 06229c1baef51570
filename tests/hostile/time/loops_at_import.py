# idea: loops for ever while it is imported
# verdict: load_error
# reason: import
# import_limit: 1.0
while True:
    pass


def find_best_move(board):
    return 3

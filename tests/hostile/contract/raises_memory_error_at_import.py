# idea: raises a MemoryError of its own while it is imported
# verdict: load_error
# reason: MemoryError: no room for the table (line 4)
raise MemoryError("no room for the table")


def find_best_move(board):
    return 3

# idea: raises a MemoryError of its own while it holds next to nothing
# verdict: runtime_error
# reason: MemoryError (line 7)


def find_best_move(board):
    raise MemoryError

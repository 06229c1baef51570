# idea: was left with a breakpoint in it
# verdict: runtime_error
# reason: BdbQuit | EOFError | breakpoint


def find_best_move(board):
    breakpoint()
    return 3

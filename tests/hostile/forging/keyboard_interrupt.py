# idea: raises KeyboardInterrupt, as if the person at the keyboard had stopped the run
# verdict: runtime_error
# reason: KeyboardInterrupt


def find_best_move(board):
    raise KeyboardInterrupt
